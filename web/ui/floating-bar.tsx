import { type ReactNode, useRef } from 'react'
import styles from './floating-bar.module.css'
import { useRoomForToasts } from './room-for-toasts.ts'

interface FloatingBarProps {
  label: string
  children: ReactNode
}

/** Bar with actions for a selection. It stays at the bottom of the window. */
export function FloatingBar({ label, children }: FloatingBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  useRoomForToasts(bar, true)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a toolbar of actions, not a form's group
    <div ref={bar} className={styles.bar} role="group" aria-label={label}>
      {children}
    </div>
  )
}

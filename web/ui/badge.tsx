import type { ReactNode } from 'react'
import styles from './badge.module.css'
import { classNames } from './class-names.ts'
import { CloseIcon } from './icons.tsx'

export interface BadgeProps {
  children: ReactNode
  /** `machine` is for what no person has confirmed, and for nothing else. */
  tone?: 'neutral' | 'primary' | 'ok' | 'warn' | 'danger' | 'machine'
  icon?: ReactNode
}

/** A word about a thing: its state, its role. */
export function Badge({ children, tone = 'neutral', icon }: BadgeProps) {
  return (
    <span className={classNames(styles.badge, tone !== 'neutral' && styles[tone])}>
      {icon}
      {children}
    </span>
  )
}

export interface ChipProps {
  children: ReactNode
  /** Says what is removed: "Remove filter Region". */
  removeLabel?: string
  onRemove?: () => void
}

/** A chosen filter or value that can be taken away. */
export function Chip({ children, removeLabel = 'Remove', onRemove }: ChipProps) {
  return (
    <span className={styles.chip}>
      {children}
      {onRemove && (
        <button type="button" className={styles.remove} aria-label={removeLabel} onClick={onRemove}>
          <CloseIcon aria-hidden />
        </button>
      )}
    </span>
  )
}

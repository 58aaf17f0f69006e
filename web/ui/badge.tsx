import type { ReactNode } from 'react'
import styles from './badge.module.css'
import { classNames } from './class-names.ts'
import { CloseIcon } from './icons.tsx'
import * as texts from './texts.ts'

export interface BadgeProps {
  children: ReactNode
  /** `machine` is reserved for unconfirmed suggestions. */
  tone?: 'neutral' | 'primary' | 'ok' | 'warn' | 'danger' | 'machine'
  icon?: ReactNode
}

/** A short label for a state or a role. */
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
  /** Accessible name of the remove button: "Remove filter Region". */
  removeLabel?: string
  onRemove?: () => void
}

/** A selected filter or value. It has a remove button if `onRemove` is given. */
export function Chip({ children, removeLabel = texts.remove, onRemove }: ChipProps) {
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

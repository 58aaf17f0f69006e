import type { ReactNode } from 'react'
import styles from './states.module.css'

interface EmptyStateProps {
  /** A sentence about the purpose of the place. */
  title: string
  children?: ReactNode
  /** One primary action, and at most one link beside it. */
  actions?: ReactNode
  /** Behind the words: isobaths, where the place is large enough. */
  ground?: ReactNode
  /** 2 unless the empty place is the whole page. */
  level?: 1 | 2 | 3
}

/** A place that has nothing in it yet, with the next step. */
export function EmptyState({ title, children, actions, ground, level = 2 }: EmptyStateProps) {
  const Title = `h${level}` as const
  return (
    <div className={styles.empty}>
      {ground && <div className={styles.ground}>{ground}</div>}
      <Title className={styles.emptyTitle} tabIndex={level === 1 ? -1 : undefined}>
        {title}
      </Title>
      {children && <div className={styles.text}>{children}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}

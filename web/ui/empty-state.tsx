import type { ReactNode } from 'react'
import styles from './states.module.css'

interface EmptyStateProps {
  /** Purpose of this part of the page, in one sentence. */
  title: string
  children?: ReactNode
  /** One primary action, and at most one link beside it. */
  actions?: ReactNode
  /** Background behind the text, such as isobaths where there is enough space. */
  ground?: ReactNode
  /** Level of the heading: 2 unless the whole page is empty. */
  level?: 1 | 2 | 3
}

/** Placeholder for an empty part of a page, with the next step. */
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

import styles from './card-skeleton.module.css'
import { Skeleton } from './skeleton.tsx'

/** Placeholder for a card with a cover, a title and two lines of facts. The list around it announces the loading. */
export function CardSkeleton() {
  return (
    <div className={styles.card}>
      <Skeleton className={styles.cover} height="6.5rem" />
      <div className={styles.body}>
        <Skeleton width="70%" height="1.125rem" />
        <Skeleton width="85%" height="0.875rem" />
        <Skeleton width="60%" height="0.875rem" />
      </div>
    </div>
  )
}

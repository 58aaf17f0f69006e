import styles from './numbers-skeleton.module.css'
import { Skeleton } from './skeleton.tsx'
import * as texts from './texts.ts'

const numbers = ['first', 'second', 'third', 'fourth', 'fifth']

/** Placeholder for a row of numbers with their names. It is announced once to screen readers. */
export function NumbersSkeleton() {
  return (
    <div className={styles.numbers} role="status" aria-label={texts.loading}>
      {numbers.map(number => (
        <div key={number} className={styles.number}>
          <Skeleton width="4rem" height="1.375rem" />
          <Skeleton width="7rem" height="0.75rem" />
          <Skeleton width="5.5rem" height="0.75rem" />
        </div>
      ))}
    </div>
  )
}

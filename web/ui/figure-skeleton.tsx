import type { CSSProperties } from 'react'
import { BarsSkeleton } from './chart-skeleton.tsx'
import styles from './figure-skeleton.module.css'
import { Skeleton } from './skeleton.tsx'
import * as texts from './texts.ts'

const rows = ['first', 'second', 'third', 'fourth', 'fifth']

interface FigureSkeletonProps {
  /** Height of the content that is loading. The chart fills the space that the other parts leave. */
  height: CSSProperties['height']
  /** Number of choices above the figure. */
  choices?: number
  /** Whether a table follows the chart. */
  table?: boolean
}

/** Placeholder for a figure: its choices, heading, chart and table. It is announced once to screen readers. */
export function FigureSkeleton({ height, choices = 0, table = false }: FigureSkeletonProps) {
  return (
    <div className={styles.figure} style={{ height }} role="status" aria-label={texts.loading}>
      {choices > 0 && (
        <div className={styles.choices}>
          {Array.from({ length: choices }, (_, place) => (
            <Skeleton key={place} width="min(12rem, 45%)" height="var(--control-height)" />
          ))}
        </div>
      )}
      <div className={styles.head}>
        <Skeleton width="min(18rem, 60%)" height="1.125rem" />
        <Skeleton width="6.5rem" height="var(--control-height-small)" />
      </div>
      <BarsSkeleton />
      {table && (
        <div>
          {rows.map(row => (
            <div key={row} className={styles.row}>
              <Skeleton width="30%" height="0.75rem" />
              <Skeleton width="2.5rem" height="0.75rem" />
              <Skeleton width="2.5rem" height="0.75rem" />
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

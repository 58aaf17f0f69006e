import type { CSSProperties } from 'react'
import styles from './chart-skeleton.module.css'
import { Skeleton } from './skeleton.tsx'
import * as texts from './texts.ts'

const bars = ['84%', '61%', '47%', '39%', '22%', '12%']

/** Placeholder for a chart without a heading. It is announced once to screen readers. */
export function ChartSkeleton({ height }: { height: CSSProperties['height'] }) {
  return (
    <div className={styles.frame} style={{ height }} role="status" aria-label={texts.loading}>
      <BarsSkeleton />
    </div>
  )
}

/** Placeholder for the bars of a chart, without a role of its own. */
export function BarsSkeleton() {
  return (
    <div className={styles.chart}>
      {bars.map(width => (
        <Skeleton key={width} width={width} height="0.875rem" />
      ))}
    </div>
  )
}

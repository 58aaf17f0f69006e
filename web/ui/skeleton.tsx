import type { CSSProperties } from 'react'
import styles from './skeleton.module.css'
import * as texts from './texts.ts'

interface SkeletonProps {
  width?: CSSProperties['width']
  height?: CSSProperties['height']
  className?: string
}

/** Placeholder for content that is loading. It should have the size of the content. */
export function Skeleton({ width = '100%', height = '1rem', className }: SkeletonProps) {
  return <span className={`${styles.skeleton} ${className ?? ''}`} style={{ width, height }} aria-hidden="true" />
}

const widths = ['92%', '78%', '85%', '64%', '72%']

/** Placeholder rows of a list that is loading, announced once to screen readers. */
export function SkeletonRows({ rows = 5, label = texts.loading, height = '1rem' }: { rows?: number; label?: string; height?: string }) {
  return (
    <div className={styles.lines} role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={`row ${row + 1}`} width={widths[row % widths.length]} height={height} />
      ))}
    </div>
  )
}

import { useId } from 'react'
import { type Axis, scaleOf } from './axis.ts'
import styles from './bar-chart.module.css'
import { useWidth } from './use-width.ts'

interface HistogramProps {
  title: string
  description: string
  /** Side by side, from the smallest. */
  classes: readonly { from: number; to: number; count: number }[]
  x: Axis
  y: Axis
}

const height = 300
const margin = { top: 12, right: 18, bottom: 46, left: 58 }

/** Counts by classes of one width. */
export function Histogram({ title, description, classes, x, y }: HistogramProps) {
  const id = useId()
  const [frame, width] = useWidth<HTMLDivElement>(640)
  const toX = scaleOf(x, [margin.left, width - margin.right])
  const toY = scaleOf(y, [height - margin.bottom, margin.top])
  return (
    <div ref={frame}>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${width} ${height}`}
        height={height}
        role="img"
        aria-labelledby={`${id}-title ${id}-desc`}
      >
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-desc`}>{description}</desc>
        {y.ticks.map(tick => (
          <g key={tick} transform={`translate(0 ${toY(tick)})`}>
            <line className={styles.grid} x1={margin.left} x2={width - margin.right} />
            <text className={styles.tick} x={margin.left - 8} dy="0.32em" textAnchor="end">
              {y.format(tick)}
            </text>
          </g>
        ))}
        {classes
          .filter(({ count }) => count > 0)
          .map(({ from, to, count }) => (
            <rect
              key={from}
              className={styles.bar}
              x={toX(from) + 0.5}
              y={toY(count)}
              width={Math.max(1, toX(to) - toX(from) - 1)}
              height={toY(0) - toY(count)}
            />
          ))}
        {x.ticks.map(tick => (
          <g key={tick} transform={`translate(${toX(tick)} ${height - margin.bottom})`}>
            <line className={styles.axis} y2={5} />
            <text className={styles.tick} y={18} textAnchor="middle">
              {x.format(tick)}
            </text>
          </g>
        ))}
        <line className={styles.axis} x1={margin.left} x2={width - margin.right} y1={height - margin.bottom} y2={height - margin.bottom} />
        <text className={styles.label} x={(margin.left + width - margin.right) / 2} y={height - 8} textAnchor="middle">
          {x.label}
        </text>
        <text
          className={styles.label}
          transform={`translate(13 ${(margin.top + height - margin.bottom) / 2}) rotate(-90)`}
          textAnchor="middle"
        >
          {y.label}
        </text>
      </svg>
    </div>
  )
}

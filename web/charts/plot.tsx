import { type ReactNode, useId } from 'react'
import styles from './axes.module.css'
import { type Axis, scaleOf } from './axis.ts'

/** Converts a value of an axis to pixels. */
export type Place = (value: number) => number

interface PlotProps {
  title: string
  description: string
  /** Width and height in pixels. */
  width: number
  height: number
  x: Axis
  y: Axis
  /** Draws the y axis downwards, as for depth. */
  downwards?: boolean | undefined
  /** Renders the content between the axes. */
  children: (toX: Place, toY: Place) => ReactNode
}

/** Two axes with content between them. Title and description are for people who cannot see the plot. */
export function Plot({ title, description, width, height, x, y, downwards = false, children }: PlotProps) {
  const id = useId()
  const [left, right, top, bottom] = [58, width - 18, 14, height - 46]
  const toX = scaleOf(x, [left, right])
  const toY = scaleOf(y, downwards ? [top, bottom] : [bottom, top])
  return (
    <svg className={styles.chart} viewBox={`0 0 ${width} ${height}`} height={height} role="img" aria-label={title} aria-describedby={id}>
      <desc id={id}>{description}</desc>
      {y.ticks.map(tick => (
        <g key={tick} transform={`translate(0 ${toY(tick)})`}>
          <line className={styles.grid} x1={left} x2={right} />
          <text className={styles.tick} x={left - 8} dy="0.32em" textAnchor="end">
            {y.format(tick)}
          </text>
        </g>
      ))}
      {x.ticks.map(tick => (
        <g key={tick} transform={`translate(${toX(tick)} ${bottom})`}>
          <line className={styles.axis} y2={5} />
          <text className={styles.tick} y={18} textAnchor="middle">
            {x.format(tick)}
          </text>
        </g>
      ))}
      <line className={styles.axis} x1={left} x2={right} y1={bottom} y2={bottom} />
      <text className={styles.label} x={(left + right) / 2} y={height - 8} textAnchor="middle">
        {x.label}
      </text>
      <text className={styles.label} transform={`translate(13 ${(top + bottom) / 2}) rotate(-90)`} textAnchor="middle">
        {y.label}
      </text>
      {children(toX, toY)}
    </svg>
  )
}

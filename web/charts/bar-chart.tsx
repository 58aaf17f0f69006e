import { useId } from 'react'
import type { NamePart } from '../../shared/taxonomy/written-name.ts'
import axes from './axes.module.css'
import type { Axis } from './axis.ts'
import { scaleOf } from './axis.ts'
import styles from './bar-chart.module.css'
import { cutParts } from './cut-parts.ts'
import { texts } from './texts.ts'
import { useWidth } from './use-width.ts'

export interface Bar {
  key: string
  name: string
  /** Value; null if there is none, which differs from 0. */
  value: number | null
  /** 95 % interval, or the value ± one standard error. The description of the chart states which. */
  interval?: { low: number; high: number } | null
  /** Parts of the name, with genera and lower ranks in italics. By default, the whole name is upright. */
  parts?: readonly NamePart[]
}

interface BarChartProps {
  title: string
  description: string
  bars: readonly Bar[]
  /** Value axis, which starts at 0. */
  axis: Axis
  /** Formats a value for the end of its bar. */
  format: (value: number) => string
}

const rowHeight = 24
const barHeight = 12
const room = { top: 4, bottom: 44, right: 64 }
const letterPx = 6.6

/** Horizontal bar chart. Long names are truncated. The chart is drawn at its actual width, so that text keeps its size. */
export function BarChart({ title, description, bars, axis, format }: BarChartProps) {
  const id = useId()
  const [frame, width] = useWidth<HTMLDivElement>(640)
  const longest = Math.max(0, ...bars.map(({ name }) => name.length)) * letterPx
  const left = Math.ceil(Math.min(Math.max(longest, 40), width * 0.36)) + 10
  const height = room.top + bars.length * rowHeight + room.bottom
  const x = scaleOf(axis, [left, width - room.right])
  const letters = Math.max(4, Math.floor((left - 10) / letterPx))
  return (
    <div ref={frame}>
      <svg className={axes.chart} viewBox={`0 0 ${width} ${height}`} height={height} role="img" aria-label={title} aria-describedby={id}>
        <desc id={id}>{description}</desc>
        {axis.ticks.map(tick => (
          <g key={tick} transform={`translate(${x(tick)} 0)`}>
            <line className={axes.grid} y1={room.top} y2={height - room.bottom} />
            <text className={axes.tick} y={height - room.bottom + 16} textAnchor="middle">
              {axis.format(tick)}
            </text>
          </g>
        ))}
        {bars.map(({ key, name, value, interval, parts = [{ text: name, isItalic: false }] }, row) => (
          <g key={key} transform={`translate(0 ${room.top + row * rowHeight + rowHeight / 2})`}>
            <text className={styles.name} x={left - 8} dy="0.34em" textAnchor="end">
              {cutParts(parts, letters).map(({ text, isItalic }, at) => (
                <tspan key={at} fontStyle={isItalic ? 'italic' : undefined}>
                  {text}
                </tspan>
              ))}
            </text>
            {value !== null && (
              <rect className={styles.bar} x={left} y={-barHeight / 2} width={Math.max(1, x(value) - left)} height={barHeight} />
            )}
            {interval && (
              <path
                className={styles.interval}
                d={`M${x(Math.max(0, interval.low))} 0H${x(interval.high)}M${x(Math.max(0, interval.low))} -4v8M${x(interval.high)} -4v8`}
              />
            )}
            <text className={axes.tick} x={x(Math.max(value ?? 0, interval?.high ?? 0)) + 6} dy="0.34em">
              {value === null ? texts.noValue : format(value)}
            </text>
          </g>
        ))}
        <line className={axes.axis} x1={left} x2={left} y1={room.top} y2={height - room.bottom} />
        <text className={axes.label} x={(left + width - room.right) / 2} y={height - 8} textAnchor="middle">
          {axis.label}
        </text>
      </svg>
    </div>
  )
}

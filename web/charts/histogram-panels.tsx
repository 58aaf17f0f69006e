import { useId } from 'react'
import axes from './axes.module.css'
import { type Axis, scaleOf } from './axis.ts'
import styles from './bar-chart.module.css'
import { useWidth } from './use-width.ts'

export interface HistogramPanel {
  key: string
  name: string
  /** Sample size and effort, shown beside the name. */
  about: string
  bars: readonly { from: number; to: number; value: number }[]
}

interface HistogramPanelsProps {
  title: string
  description: string
  panels: readonly HistogramPanel[]
  /** Horizontal axis of all panels. */
  x: Axis
  y: Axis
}

const [left, rightRoom, headHeight, plotHeight, gap, footHeight] = [58, 18, 24, 72, 12, 46]
const panelHeight = headHeight + plotHeight + gap
const letterPx = 6.4

/** Histograms one above the other on the same axes, so that equal size classes line up. */
// Long: one figure with all its parts, in drawing order.
export function HistogramPanels({ title, description, panels, x, y }: HistogramPanelsProps) {
  const id = useId()
  const [frame, width] = useWidth<HTMLDivElement>(640)
  const right = width - rightRoom
  const height = panels.length * panelHeight + footHeight
  const bottom = height - footHeight
  const toX = scaleOf(x, [left, right])
  const toY = scaleOf(y, [plotHeight, 0])
  const lettersBeside = (about: string) => Math.max(6, Math.floor((right - left) / letterPx) - about.length - 2)
  return (
    <div ref={frame}>
      <svg className={axes.chart} viewBox={`0 0 ${width} ${height}`} height={height} role="img" aria-label={title} aria-describedby={id}>
        <desc id={id}>{description}</desc>
        {panels.map(({ key, name, about, bars }, place) => (
          <g key={key} transform={`translate(0 ${place * panelHeight})`}>
            <text className={styles.name} x={left} y={15}>
              {name.length > lettersBeside(about) ? `${name.slice(0, lettersBeside(about) - 1)}…` : name}
            </text>
            <text className={axes.tick} x={right} y={15} textAnchor="end">
              {about}
            </text>
            <g transform={`translate(0 ${headHeight})`}>
              {x.ticks.map(tick => (
                <line key={tick} className={axes.grid} x1={toX(tick)} x2={toX(tick)} y2={plotHeight} />
              ))}
              {y.ticks.map(tick => (
                <text key={tick} className={axes.tick} x={left - 8} y={toY(tick)} dy="0.32em" textAnchor="end">
                  {y.format(tick)}
                </text>
              ))}
              {bars
                .filter(({ value }) => value > 0)
                .map(({ from, to, value }) => (
                  <rect
                    key={from}
                    className={styles.bar}
                    x={toX(from) + 0.5}
                    y={toY(value)}
                    width={Math.max(1, toX(to) - toX(from) - 1)}
                    height={toY(0) - toY(value)}
                  />
                ))}
              <line className={axes.axis} x1={left} x2={right} y1={plotHeight} y2={plotHeight} />
            </g>
          </g>
        ))}
        {x.ticks.map(tick => (
          <text key={tick} className={axes.tick} x={toX(tick)} y={bottom + 10} textAnchor="middle">
            {x.format(tick)}
          </text>
        ))}
        <text className={axes.label} x={(left + right) / 2} y={height - 8} textAnchor="middle">
          {x.label}
        </text>
        <text className={axes.label} transform={`translate(13 ${bottom / 2}) rotate(-90)`} textAnchor="middle">
          {y.label}
        </text>
      </svg>
    </div>
  )
}

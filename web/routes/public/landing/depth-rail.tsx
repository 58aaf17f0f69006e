import { depthPosition, depthStops, zones } from '../../../charts/depth-scale.ts'
import styles from './depth-rail.module.css'

export type Sounding = { from: number; to?: number; label: string }

const width = 168
const ruleX = 52
const ruleWidth = 10
const padding = 10
const deepest = 6000

export type DepthRailProps = {
  title: string
  /** Marks on the scale, each a depth or a depth range in metres. */
  soundings: readonly Sounding[]
  height: number
}

/** Depth scale as a table of contents: metres on one side, zones and marks on the other. */
export function DepthRail({ title, soundings, height }: DepthRailProps) {
  const toY = (meters: number) => padding + depthPosition(meters, deepest) * (height - 2 * padding)
  const stops = depthStops(deepest)
  return (
    <svg className={styles.rail} width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={title}>
      {stops.slice(1).map((stop, index) => {
        const top = toY(stops[index] ?? 0)
        return (
          <rect
            key={stop}
            x={ruleX}
            y={top}
            width={ruleWidth}
            height={toY(stop) - top}
            fill={`color-mix(in oklab, var(--depth-${stops[index]}) 50%, var(--depth-${stop}))`}
          />
        )
      })}
      <rect className={styles.edge} x={ruleX} y={padding} width={ruleWidth} height={height - 2 * padding} />
      {stops.map(stop => (
        <g key={stop} transform={`translate(0 ${toY(stop)})`}>
          <line className={styles.tick} x1={ruleX - 6} x2={ruleX + ruleWidth} />
          <text className={styles.depth} x={ruleX - 10} dy="0.35em">
            {stop.toLocaleString('en-GB')}
          </text>
        </g>
      ))}
      {zones
        .filter(({ from }) => from < deepest)
        .map(({ from, name }) => (
          <text key={name} className={styles.zone} x={ruleX + ruleWidth + 12} y={toY(from) + (from === 0 ? 4 : 16)}>
            {name}
          </text>
        ))}
      {soundings.map(({ from, to = from, label }) => (
        <g key={label} className={styles.sounding}>
          <path d={`M${ruleX + ruleWidth + 2} ${toY(from)}h5V${toY(to)}h-5`} />
          <text x={ruleX + ruleWidth + 12} y={(toY(from) + toY(to)) / 2} dy="0.35em">
            {label}
          </text>
        </g>
      ))}
    </svg>
  )
}

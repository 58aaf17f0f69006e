import { formatNumber } from '../ui/format.ts'
import styles from './depth-histogram.module.css'
import { depthPosition, depthStops, zones } from './depth-scale.ts'
import { useWidth } from './use-width.ts'

export interface DepthBand {
  fromMeters: number
  toMeters: number
  count: number
}

interface DepthHistogramProps {
  /** Quantity, with the unit of depth: "Media by depth, m". */
  label: string
  /** Depth bands, the shallowest first. */
  bands: readonly DepthBand[]
  heightPx?: number
}

const room = { top: 8, bottom: 8, depths: 52, rule: 14, gap: 8, counts: 44, zones: 64 }
const leastTickGapPx = 16
const leastCountGapPx = 13

/**
 * Vertical depth scale with depth zones, and beside it a bar with the count of each band.
 * The scale is piecewise linear between the stops of the depth colours. The shelf thus stays readable above abyssal depths.
 */
// Long: one figure with all its parts, in drawing order.
export function DepthHistogram({ label, bands, heightPx = 320 }: DepthHistogramProps) {
  const [frame, width] = useWidth<HTMLDivElement>(420)
  const deepest = depthStops(11_000).find(stop => stop > 0 && stop >= Math.max(0, ...bands.map(band => band.toMeters))) ?? 11_000
  const y = (meters: number) => room.top + depthPosition(meters, deepest) * (heightPx - room.top - room.bottom)
  const most = Math.max(1, ...bands.map(band => band.count))
  const barsFrom = room.depths + room.rule + room.gap
  const barRoom = Math.max(40, width - barsFrom - room.counts - room.zones)
  const lengthOf = (band: DepthBand) => (band.count / most) * barRoom
  const middle = (band: DepthBand) => (y(band.fromMeters) + y(band.toMeters)) / 2
  const stops = depthStops(deepest)
  const ticks = ticksOf(bands, stops, y)
  return (
    <div ref={frame} className={styles.frame}>
      <svg className={styles.rule} viewBox={`0 0 ${width} ${heightPx}`} height={heightPx} role="img" aria-label={label}>
        {stops.slice(1).map((stop, index) => (
          <rect
            key={stop}
            x={room.depths}
            y={y(stops[index]!)}
            width={room.rule}
            height={y(stop) - y(stops[index]!)}
            style={{ fill: `var(--depth-${stop})` }}
          />
        ))}
        <rect className={styles.edge} x={room.depths} y={y(0)} width={room.rule} height={y(deepest) - y(0)} />
        {ticks.map(meters => (
          <g key={meters}>
            <line className={styles.tick} x1={room.depths + room.rule} x2={width} y1={y(meters)} y2={y(meters)} />
            <text className={styles.depth} x={room.depths - 8} y={y(meters) + 4} textAnchor="end">
              {formatNumber(meters)}
            </text>
          </g>
        ))}
        {zones
          .filter(zone => zone.from < deepest)
          .map(zone => (
            <text key={zone.name} className={styles.zone} x={width} y={y(zone.from) + 15} textAnchor="end">
              {zone.name}
            </text>
          ))}
        {bands
          .filter(band => band.count > 0)
          .map(band => (
            <rect
              key={band.fromMeters}
              className={styles.bar}
              x={barsFrom}
              y={y(band.fromMeters) + 0.5}
              width={Math.max(2, lengthOf(band))}
              height={Math.max(2, y(band.toMeters) - y(band.fromMeters) - 1)}
            />
          ))}
        {labelled(bands, middle).map(band => (
          <text key={band.fromMeters} className={styles.count} x={barsFrom + lengthOf(band) + 6} y={middle(band) + 4.5}>
            {formatNumber(band.count)}
          </text>
        ))}
      </svg>
    </div>
  )
}

/** Ticks at the stops, and at the edges of bands where there is space. */
function ticksOf(bands: readonly DepthBand[], stops: readonly number[], y: (meters: number) => number): number[] {
  const ticks = [...stops]
  for (const { fromMeters } of bands) {
    if (fromMeters >= 0 && ticks.every(tick => Math.abs(y(tick) - y(fromMeters)) >= leastTickGapPx)) ticks.push(fromMeters)
  }
  return ticks
}

/** Bands whose count can be written beside them without touching the count above. */
function labelled(bands: readonly DepthBand[], middle: (band: DepthBand) => number): DepthBand[] {
  const chosen: DepthBand[] = []
  for (const band of bands) {
    const above = chosen.at(-1)
    if (band.count > 0 && (!above || middle(band) - middle(above) >= leastCountGapPx)) chosen.push(band)
  }
  return chosen
}

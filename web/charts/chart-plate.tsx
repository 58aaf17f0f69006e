import { inventedSea } from './bathymetry.ts'
import styles from './chart-plate.module.css'
import { isobathLoops, loopsToPath } from './isobaths.ts'
import { seededRandom } from './noise.ts'

const width = 1600
const height = 620
const cell = 8
const levels = [0, 50, 200, 1000, 2000, 3000, 4000] as const

/** Stations of a survey along the canyon, in user units of the SVG. */
const stations = [
  { x: 1010, y: 318 },
  { x: 1082, y: 330 },
  { x: 1160, y: 322 },
  { x: 1244, y: 340 },
  { x: 1338, y: 330 }
] as const

type Sounding = { x: number; y: number; depth: number }

let drawn: { bands: { level: number; path: string }[]; soundings: Sounding[] } | undefined

/** Depth bands and soundings of the sea. They never change, so they are computed only once. */
function sea() {
  if (drawn) return drawn
  const grid = inventedSea(width / cell + 3, Math.ceil(height / cell) + 3, 7)
  const bands = levels.map(level => ({ level, path: loopsToPath(isobathLoops(grid, level), cell) }))
  const random = seededRandom(11)
  const soundings: Sounding[] = []
  for (let y = 44; y < height - 30; y += 64) {
    for (let x = 60; x < width - 40; x += 86) {
      const place = { x: x + (random() - 0.5) * 46, y: y + (random() - 0.5) * 34 }
      const depth = grid.values[(Math.round(place.y / cell) + 1) * grid.columns + Math.round(place.x / cell) + 1] ?? 0
      const nearTrack = stations.some(station => Math.abs(station.x - place.x) < 44 && Math.abs(station.y - place.y) < 34)
      if (depth > 12 && !nearTrack) soundings.push({ ...place, depth: Math.round(depth) })
    }
  }
  drawn = { bands, soundings }
  return drawn
}

/** Decorative nautical chart of an invented sea, with depth tints, isobaths, soundings and one survey line. */
export function ChartPlate({ className }: { className?: string }) {
  const { bands, soundings } = sea()
  return (
    <svg className={className} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
      <rect className={styles.land} width={width} height={height} />
      {bands.map(({ level, path }) => (
        <path key={level} className={styles.band} data-level={level} d={path} fillRule="evenodd" />
      ))}
      {soundings.map(({ x, y, depth }) => (
        <text key={`${x} ${y}`} className={styles.sounding} data-deep={depth > 1600} x={x} y={y}>
          {depth}
        </text>
      ))}
      <polyline className={styles.track} points={stations.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {stations.map(({ x, y }, index) => (
        <g key={x} className={styles.station} transform={`translate(${x} ${y})`}>
          <circle r={5} />
          <text x={0} y={-12}>
            {index + 1}
          </text>
        </g>
      ))}
    </svg>
  )
}

import { clipRing } from './clip.ts'
import type { GeodesicPoint } from './geodesic.ts'
import type { Vertex } from './outline.ts'

/** Degrees with up to seven decimals, about a centimetre. */
const written = (degrees: number) =>
  degrees
    .toFixed(7)
    .replace(/\.?0+$/, '')
    .replace(/^-0$/, '0')
const positions = (vertices: readonly Vertex[]) => `(${vertices.map(([x, y]) => `${written(x)} ${written(y)}`).join(', ')})`

/** Unwraps longitudes across 180°, so that neighbours are at most 180° apart. */
export function continuous(points: readonly GeodesicPoint[]): Vertex[] {
  let before: number | null = null
  return points.map(({ longitude, latitude }) => {
    before = before === null ? longitude : longitude + 360 * Math.round((before - longitude) / 360)
    return [before, latitude]
  })
}

/** Number of turns around the earth; 0 for longitudes in [−180°, 180°). */
const turnOf = (longitude: number) => Math.floor((longitude + 180) / 360)

/** Line through two or more points in well-known text, cut where it crosses 180°. Source: RFC 7946, section 3.1.9, for the cut. */
export function wktOfLine(points: readonly GeodesicPoint[]): string {
  const parts: Vertex[][] = [[]]
  let before: Vertex | null = null
  let turn = 0
  for (const vertex of continuous(points)) {
    if (before === null) turn = turnOf(vertex[0])
    while (before !== null && turnOf(vertex[0]) !== turn && vertex[0] !== 180 + 360 * turn) {
      const step = vertex[0] > before[0] ? 1 : -1
      const edge: number = 360 * turn + 180 * step
      const latitude: number = before[1] + ((edge - before[0]) / (vertex[0] - before[0])) * (vertex[1] - before[1])
      if (before[0] !== edge) parts.at(-1)?.push([180 * step, latitude])
      turn += step
      parts.push([[-180 * step, latitude]])
      before = [edge, latitude]
    }
    parts.at(-1)?.push([vertex[0] - 360 * turn, vertex[1]])
    before = vertex
  }
  const lines = parts.filter(({ length }) => length > 1).map(positions)
  return lines.length === 1 ? `LINESTRING ${lines[0]}` : `MULTILINESTRING (${lines.join(', ')})`
}

/** Area with three or more corners in well-known text, counter-clockwise, and cut where it crosses 180°. */
export function wktOfArea(points: readonly GeodesicPoint[]): string {
  const ring = continuous(points)
  const turns = ring.map(([x]) => turnOf(x))
  const areas: string[] = []
  for (let turn = Math.min(...turns); turn <= Math.max(...turns); turn++) {
    const part = clipRing(ring, { x: 360 * turn - 180, y: -90, width: 360, height: 180 }).map(([x, y]): Vertex => [x - 360 * turn, y])
    if (part.length > 2 && signedArea(part) !== 0) areas.push(`(${positions(closed(signedArea(part) < 0 ? part.reverse() : part))})`)
  }
  return areas.length === 1 ? `POLYGON ${areas[0]}` : `MULTIPOLYGON (${areas.join(', ')})`
}

const closed = (ring: readonly Vertex[]): Vertex[] => [...ring, ...ring.slice(0, 1)]

/** Area of a ring on the plane; negative when it runs clockwise. */
export function signedArea(ring: readonly Vertex[]): number {
  return ring.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length] as Vertex
    return sum + (x * nextY - nextX * y) / 2
  }, 0)
}

/** Point halfway along a line. Lengths are in degrees of latitude, with longitudes scaled by the cosine of the latitude. */
export const middleOfLine = (points: readonly GeodesicPoint[]): GeodesicPoint => middleOfLines([points])

/** Point halfway along lines that follow each other. Gaps between the lines count as length 0. */
export function middleOfLines(lines: readonly (readonly GeodesicPoint[])[]): GeodesicPoint {
  const steps = lines.flatMap(points => {
    const line = continuous(points)
    return line.slice(1).map((end, at) => ({ start: line[at] as Vertex, end, length: lengthBetween(line[at] as Vertex, end) }))
  })
  let left = steps.reduce((sum, { length }) => sum + length, 0) / 2
  for (const { start, end, length } of steps) {
    if (left <= length) return pointAt(start, end, length === 0 ? 0 : left / length)
    left -= length
  }
  return lines.at(-1)?.at(-1) as GeodesicPoint
}

/** Centroid of an area on the plane of longitude and latitude. */
export function middleOfArea(points: readonly GeodesicPoint[]): GeodesicPoint {
  const ring = continuous(points)
  const [[x0, y0] = [0, 0]] = ring
  const local = ring.map(([x, y]): Vertex => [x - x0, y - y0])
  const area = signedArea(local)
  const sums = local.reduce(
    ([sumX, sumY], [x, y], at): Vertex => {
      const [nextX, nextY] = local[(at + 1) % local.length] as Vertex
      const cross = x * nextY - nextX * y
      return [sumX + (x + nextX) * cross, sumY + (y + nextY) * cross]
    },
    [0, 0] as Vertex
  )
  return wrapped([x0 + sums[0] / (6 * area), y0 + sums[1] / (6 * area)])
}

const lengthBetween = ([x, y]: Vertex, [otherX, otherY]: Vertex) =>
  Math.hypot((otherX - x) * Math.cos((((y + otherY) / 2) * Math.PI) / 180), otherY - y)

const pointAt = ([x, y]: Vertex, [otherX, otherY]: Vertex, share: number) => wrapped([x + share * (otherX - x), y + share * (otherY - y)])

const wrapped = ([x, latitude]: Vertex): GeodesicPoint => ({ longitude: x - 360 * turnOf(x), latitude })

import { Tangled } from './crossings.ts'
import { continuous, signedArea } from './drawn-wkt.ts'
import type { GeodesicPoint } from './geodesic.ts'
import type { Vertex } from './outline.ts'
import { simplifyRing } from './simplify-ring.ts'
import { uncrossed } from './uncrossed.ts'

/** Maximum numbers of drawn points of a lasso, and of vertices that its outline keeps. */
export const lassoLimits = { points: 2_000, vertices: 400 } as const

/** Vertices kept by the simplification, so that crossings can add some. */
const simplifiedTo = 200
/** Units of positions per degree, as in the columns of the map. */
const unitsPerDegree = 1e7
const turn = 360 * unitsPerDegree

/** Outline of a lasso on the plane of longitude and latitude. */
export interface Lasso {
  /** Vertices in units of 1e-7 degrees. Longitudes run on across ±180°. A lasso around a pole is closed along the edge of the plane. */
  ring: readonly Vertex[]
  /** Bounding box in the same units. If west is greater than east, the box crosses ±180°. */
  box: { west: number; south: number; east: number; north: number }
}

/** Side of a lasso that runs upwards in latitude. A ray to the east crosses the side from any position west of it and between its latitudes. */
export interface LassoEdge {
  x1: number
  y1: number
  x2: number
  y2: number
}

/** Error for a drawing that encloses nothing, or too much. Its message is a predicate, without its subject. */
export class LassoError extends Error {}

/**
 * Simplified outline of a drawn line, closed from its end to its beginning. A line that crosses itself encloses the regions that it runs around an
 * odd number of times. A line around a pole encloses that pole.
 * @throws LassoError
 */
export function lassoOf(points: readonly GeodesicPoint[]): Lasso {
  const drawn = continuous(points)
  const [first, last] = [drawn[0], drawn.at(-1)]
  if (!first || !last || drawn.length < 3) throw new LassoError('encloses no area')
  const turns = Math.round((last[0] - first[0]) / 360)
  if (Math.abs(turns) > 1) throw new LassoError('runs around the earth more than once')
  const closed = turns === 0 ? drawn : [...drawn, ...aroundPole(drawn, 360 * turns)]
  const ring = withoutCrossings(simplified(closed)).map(
    ([x, y]): Vertex => [Math.round(x * unitsPerDegree), Math.round(y * unitsPerDegree)]
  )
  if (ring.length > lassoLimits.vertices) throw new LassoError('crosses itself too often')
  if (signedArea(ring) === 0) throw new LassoError('encloses no area')
  return boxed(ring)
}

function simplified(line: readonly Vertex[]): Vertex[] {
  const [xs, ys] = [line.map(([x]) => x), line.map(([, y]) => y)]
  let tolerance = Math.hypot(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)) * 1e-5
  for (let ring = [...line]; ; tolerance *= 2) {
    if (ring.length <= simplifiedTo) return ring
    ring = simplifyRing(line, tolerance)
  }
}

/** Vertices that close a line once around the earth through the nearer pole. They lie beyond the pole, so that the pole is inside. */
function aroundPole(line: readonly Vertex[], across: number): Vertex[] {
  const [x, y] = line[0] as Vertex
  const side = line.reduce((sum, [, latitude]) => sum + latitude, 0) < 0 ? -1 : 1
  const pole = side * (90 + 1 / unitsPerDegree)
  return [
    [x + across, y],
    [x + across, pole],
    [x, pole]
  ]
}

function withoutCrossings(ring: readonly Vertex[]): Vertex[] {
  try {
    const way = uncrossed(ring)
    if (way) return way
  } catch (error) {
    if (!(error instanceof Tangled)) throw error
  }
  throw new LassoError('crosses itself too often')
}

/** Moves a ring by whole turns, so that its western end lies in [−180°, 180°). */
function boxed(ring: readonly Vertex[]): Lasso {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)]
  const shift = turn * Math.floor((Math.min(...xs) + turn / 2) / turn)
  const [west, east] = [Math.min(...xs) - shift, Math.max(...xs) - shift]
  const isWhole = east - west >= turn
  return {
    ring: ring.map(([x, y]): Vertex => [x - shift, y]),
    box: {
      west: isWhole ? -turn / 2 : west,
      south: Math.min(...ys),
      east: isWhole ? turn / 2 : east >= turn / 2 ? east - turn : east,
      north: Math.max(...ys)
    }
  }
}

/**
 * Sides of a lasso. A position in [−180°, 180°) is inside if a ray to the east crosses an odd number of sides. The ray crosses a side if
 * `y1 <= y < y2` and `x < x1 + ((y - y1) * (x2 - x1)) / (y2 - y1)`. Sides beyond 180° are repeated one turn to the west.
 */
export function edgesOfLasso({ ring }: Pick<Lasso, 'ring'>): LassoEdge[] {
  return ring.flatMap(([x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length] as Vertex
    if (y === nextY) return []
    const edge = y < nextY ? { x1: x, y1: y, x2: nextX, y2: nextY } : { x1: nextX, y1: nextY, x2: x, y2: y }
    const copies: LassoEdge[] = []
    for (let shift = 0; Math.max(edge.x1, edge.x2) - shift >= -turn / 2; shift += turn)
      copies.push({ ...edge, x1: edge.x1 - shift, x2: edge.x2 - shift })
    return copies
  })
}

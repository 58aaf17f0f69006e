import { continuous } from '../../../../shared/geometry/drawn-wkt.ts'
import type { GeodesicPoint } from '../../../../shared/geometry/geodesic.ts'
import type { Vertex } from '../../../../shared/geometry/outline.ts'
import { markNeeded } from '../../../../shared/geometry/simplify-line.ts'

/** Maximum length of a site's footprint in characters. */
export const longestWkt = 10_000
/** Maximum number of points that are simplified. The running time grows with the square of that number. */
const mostSimplified = 3_000
/** Simplification tolerances in degrees, about 0.1 m to 58 km. The tolerance bounds the distance of a point from the simplified shape. */
const tolerances = Array.from({ length: 20 }, (_, step) => 1e-6 * 2 ** step)

interface FittedShape {
  wkt: string
  points: readonly GeodesicPoint[]
  /** Maximum distance in degrees of an omitted point from the shape; 0 when no point is omitted. */
  tolerance: number
}

/**
 * Simplifies a shape as little as possible until its text fits a site's footprint. Null when no tolerance makes it short enough.
 * @param isRing whether the shape is an outline, of which one vertex halfway around is always kept
 */
export function fittedShape(
  points: readonly GeodesicPoint[],
  wktOf: (points: readonly GeodesicPoint[]) => string,
  isRing: boolean
): FittedShape | null {
  const whole = wktOf(points)
  if (whole.length <= longestWkt) return { wkt: whole, points, tolerance: 0 }
  const line = continuous(points)
  let best: FittedShape | null = null
  for (let [low, high] = [0, tolerances.length]; low < high; ) {
    const middle = (low + high) >> 1
    const tolerance = tolerances[middle] ?? 0
    const kept = simplified(line, tolerance, isRing)?.map(index => points[index] as GeodesicPoint)
    const wkt = kept && kept.length >= (isRing ? 3 : 2) ? wktOf(kept) : null
    if (kept && wkt !== null && wkt.length <= longestWkt) {
      best = { wkt, points: kept, tolerance }
      high = middle
    } else low = middle + 1
  }
  return best
}

/** Simplifies a line. @returns indices of the remaining points; null when the line has too many points to simplify */
function simplified(line: readonly Vertex[], tolerance: number, isRing: boolean): number[] | null {
  const apart = pointsApart(line, tolerance / 2)
  if (apart.length > mostSimplified) return null
  const vertices = apart.map(index => line[index] as Vertex)
  const last = vertices.length - 1
  const half = vertices.length >> 1
  const needed = new Uint8Array(vertices.length)
  for (const end of isRing ? [0, half] : [0, last]) needed[end] = 1
  const stretches: [number, number][] = isRing
    ? [
        [0, half],
        [half, vertices.length]
      ]
    : [[0, last]]
  markNeeded(vertices, stretches, tolerance / 2, needed)
  return apart.filter((_, index) => needed[index] === 1)
}

/** Thins out a line. @returns indices of the first and last point, and of points more than `distance` away from the previously kept point */
function pointsApart(line: readonly Vertex[], distance: number): number[] {
  const kept: number[] = []
  for (const [index, [x, y]] of line.entries()) {
    const before = kept.at(-1)
    const [keptX, keptY] = before === undefined ? [Number.NaN, 0] : (line[before] as Vertex)
    if (!(Math.hypot(x - keptX, y - keptY) <= distance) || index === line.length - 1) kept.push(index)
  }
  return kept
}

import { middleOfArea, middleOfLines, signedArea } from '../../../../shared/geometry/drawn-wkt.ts'
import type { GeodesicPoint } from '../../../../shared/geometry/geodesic.ts'
import type { Vertex } from '../../../../shared/geometry/outline.ts'
import { partsOfWkt } from '../../../../shared/geometry/wkt.ts'

/** Returns the midpoint of a valid footprint: halfway along lines, the centroid of areas, or the mean of points. Null for empty areas. */
export function middleOfFootprint(text: string): GeodesicPoint | null {
  const { parts, isArea, isPoints } = partsOfWkt(text)
  const shapes = parts.map(lines => lines.map(pointsOf))
  if (isPoints) return meanOf(shapes.flat(2).map(point => ({ point, weight: 1 })))
  if (!isArea) return middleOfLines(shapes.flat())
  return meanOf(
    shapes.flatMap(rings => rings.map((ring, index) => ({ point: middleOfArea(ring), weight: (index === 0 ? 1 : -1) * sizeOf(ring) })))
  )
}

function pointsOf(numbers: readonly number[]): GeodesicPoint[] {
  const points: GeodesicPoint[] = []
  for (let at = 0; at + 1 < numbers.length; at += 2) points.push({ longitude: numbers[at] as number, latitude: numbers[at + 1] as number })
  return points
}

const sizeOf = (ring: readonly GeodesicPoint[]) =>
  Math.abs(signedArea(ring.map(({ longitude, latitude }): Vertex => [longitude, latitude])))

/** Returns the weighted mean of points, including points on both sides of 180°; null when the weights sum to zero. */
function meanOf(given: readonly { point: GeodesicPoint; weight: number }[]): GeodesicPoint | null {
  const weighted = given.filter(({ weight }) => weight !== 0)
  const first = weighted[0]?.point.longitude ?? 0
  const total = weighted.reduce((sum, { weight }) => sum + weight, 0)
  if (!(total > 0)) return null
  const near = (longitude: number) => longitude + 360 * Math.round((first - longitude) / 360)
  const longitude = weighted.reduce((sum, { point, weight }) => sum + near(point.longitude) * weight, 0) / total
  const latitude = weighted.reduce((sum, { point, weight }) => sum + point.latitude * weight, 0) / total
  return Math.abs(latitude) <= 90 ? { longitude: longitude - 360 * Math.floor((longitude + 180) / 360), latitude } : null
}

import { unprojected, wrappedLongitude } from '../../../shared/geometry/map-projections.ts'
import { type ChartFrame, fromPixel } from './chart/pixels.ts'
import { isPolar, polarEdge, sideOf, worldWidth } from './chart/views.ts'

/**
 * Returns the bounding box of a view in degrees, as `west,south,east,north`. If west is greater than east, the box crosses 180°. The box of a
 * polar view covers all longitudes and ends at the latitude of the farthest corner.
 * @param margin around the view, as a fraction of its size
 */
export function viewBox(frame: ChartFrame, margin: number): string {
  const { size, projection } = frame
  const [left, right] = [-margin * size[0], (1 + margin) * size[0]]
  const [top, bottom] = [-margin * size[1], (1 + margin) * size[1]]
  const at = (x: number, y: number) => unprojected(projection, ...fromPixel(frame, x, y))
  if (isPolar(projection)) {
    const corners = [at(left, top), at(right, top), at(left, bottom), at(right, bottom)].map(([, latitude]) => latitude)
    return sideOf(projection) > 0
      ? text(-180, Math.max(polarEdge, Math.min(...corners)), 180, 90)
      : text(-180, -90, 180, Math.min(-polarEdge, Math.max(...corners)))
  }
  const [[west, north], [east, south]] = [at(left, top), at(right, bottom)]
  const isWhole = (right - left) * frame.resolution >= (worldWidth(projection) ?? 0)
  if (isWhole) return text(-180, south, 180, north)
  return text(wrappedLongitude(west), south, wrappedLongitude(east), north)
}

/** Returns the bounding box of a circle in degrees, as `west,south,east,north`. A margin covers the rounding of the coordinates. */
export function boxAround({
  longitude,
  latitude,
  radiusInMeters
}: {
  longitude: number
  latitude: number
  radiusInMeters: number
}): string {
  const north = radiusInMeters / metersPerDegree + leastReach
  const east = north / Math.max(1e-9, Math.cos((latitude * Math.PI) / 180))
  const [south, top] = [latitude - north, latitude + north]
  if (east >= 180 || south <= -90 || top >= 90) return text(-180, south, 180, top)
  return text(wrappedLongitude(longitude - east), south, wrappedLongitude(longitude + east), top)
}

/** Metres per degree of latitude, on a sphere. */
const metersPerDegree = 111_195
/** Margin added to a box, in degrees: twice the rounding error of its coordinates. */
const leastReach = 1e-5

const text = (west: number, south: number, east: number, north: number) =>
  [west, Math.max(-90, south), east, Math.min(90, north)].map(degrees => degrees.toFixed(5)).join(',')

/** H3 resolution for each zoom. At the equator, an average cell covers about 200 to 1500 square pixels. */
const resolutions = [0, 0, 1, 2, 2, 3, 4, 4, 5, 6, 6, 7, 8, 9] as const

export const cellResolution = (zoom: number): number => resolutions[Math.min(resolutions.length - 1, Math.max(0, Math.round(zoom)))] ?? 0

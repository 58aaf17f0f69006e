import library from 'geographiclib-geodesic'

const { DISTANCE, AZIMUTH, LATITUDE, LONGITUDE } = library.Geodesic
const earth = library.Geodesic.WGS84

/** Position on WGS 84, in degrees. */
export interface GeodesicPoint {
  longitude: number
  latitude: number
}

export interface GeodesicLine {
  meters: number
  /** Degrees clockwise from north, in [0, 360). */
  initialBearing: number
  finalBearing: number
}

const bearing = (degrees: number) => (degrees + 360) % 360

/** Length and bearings of the geodesic between two points on WGS 84. Source: Karney, Algorithms for geodesics (2013). */
export function geodesicLine(from: GeodesicPoint, to: GeodesicPoint): GeodesicLine {
  const found = earth.Inverse(from.latitude, from.longitude, to.latitude, to.longitude, DISTANCE | AZIMUTH)
  return { meters: found.s12 ?? 0, initialBearing: bearing(found.azi1 ?? 0), finalBearing: bearing(found.azi2 ?? 0) }
}

/** Length of a polyline on WGS 84, in metres. */
export const geodesicLength = (points: readonly GeodesicPoint[]): number =>
  points.slice(1).reduce((sum, point, index) => sum + geodesicLine(points[index]!, point).meters, 0)

/** Area of a closed ring in square metres, and its perimeter in metres. The ring may run in either direction, and cross 180° or a pole. */
export function geodesicArea(ring: readonly GeodesicPoint[]): { squareMeters: number; perimeterMeters: number } {
  const polygon = earth.Polygon(false)
  for (const { latitude, longitude } of ring) polygon.AddPoint(latitude, longitude)
  const { area = 0, perimeter } = polygon.Compute(false, true)
  return { squareMeters: Math.abs(area), perimeterMeters: perimeter }
}

/**
 * Points of the geodesic between two points, including both ends. They are at most `stepMeters` apart, unless that takes more than 400 steps.
 * Longitudes are in [−180, 180].
 */
export function geodesicPath(from: GeodesicPoint, to: GeodesicPoint, stepMeters: number): GeodesicPoint[] {
  const line = earth.InverseLine(from.latitude, from.longitude, to.latitude, to.longitude)
  const steps = Math.max(1, Math.min(mostSteps, Math.ceil(line.s13 / stepMeters)))
  return Array.from({ length: steps + 1 }, (_, step) => {
    if (step === 0) return from
    if (step === steps) return to
    const { lat2 = 0, lon2 = 0 } = line.Position((line.s13 * step) / steps, LATITUDE | LONGITUDE)
    return { latitude: lat2, longitude: lon2 }
  })
}

const mostSteps = 400

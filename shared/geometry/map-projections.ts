/** Projections of the map, by their codes in the EPSG register. */
export const mapProjections = ['EPSG:3857', 'EPSG:4326', 'EPSG:3995', 'EPSG:3031'] as const
export type MapProjection = (typeof mapProjections)[number]

export interface PolarStereographic {
  /** Pole at the centre: 1 for north, −1 for south. */
  side: 1 | -1
  /** Latitude of true scale in degrees, without a sign. */
  trueLatitude: number
  /** Meridian in degrees that runs downwards from the north pole, or upwards from the south pole. */
  downLongitude: number
}

export const polarProjections: Record<'EPSG:3995' | 'EPSG:3031', PolarStereographic> = {
  'EPSG:3995': { side: 1, trueLatitude: 71, downLongitude: 0 },
  'EPSG:3031': { side: -1, trueLatitude: 71, downLongitude: 0 }
}

export type PolarProjection = keyof typeof polarProjections

export const isPolarProjection = (projection: MapProjection): projection is PolarProjection => projection in polarProjections

/** WGS 84: equatorial radius in metres, and flattening. */
const radius = 6_378_137
const flattening = 1 / 298.257223563
const eccentricity = Math.sqrt(flattening * (2 - flattening))
const radians = Math.PI / 180

/**
 * Factor t of the polar stereographic projection: tan(π/4 − φ/2) / ((1 − e sin φ) / (1 + e sin φ))^(e/2).
 * Source: Snyder, Map projections (1987), 15-9.
 */
const narrowing = (phi: number) => Math.tan(Math.PI / 4 - phi / 2) / conformal(phi)

const conformal = (phi: number) => {
  const part = eccentricity * Math.sin(phi)
  return ((1 - part) / (1 + part)) ** (eccentricity / 2)
}

/** Distance from the pole in metres per unit of `narrowing`. */
function scaleOf({ trueLatitude }: PolarStereographic): number {
  const phi = trueLatitude * radians
  const parallel = Math.cos(phi) / Math.sqrt(1 - (eccentricity * Math.sin(phi)) ** 2)
  return (radius * parallel) / narrowing(phi)
}

/**
 * Projects a position to polar stereographic coordinates on the ellipsoid.
 * Source: Snyder (1987), 21-33 to 21-40.
 * @returns metres from the pole, which is at 0, 0
 */
export function toPolar(polar: PolarStereographic, longitude: number, latitude: number): [x: number, y: number] {
  const distance =
    Math.abs(latitude) === 90 && latitude === polar.side * 90 ? 0 : scaleOf(polar) * narrowing(polar.side * latitude * radians)
  const angle = (longitude - polar.downLongitude) * radians
  return [distance * Math.sin(angle), -polar.side * distance * Math.cos(angle)]
}

/** Inverse of `toPolar`. */
export function fromPolar(polar: PolarStereographic, x: number, y: number): [longitude: number, latitude: number] {
  const t = Math.hypot(x, y) / scaleOf(polar)
  let phi = Math.PI / 2 - 2 * Math.atan(t)
  for (let round = 0; round < 6; round++) phi = Math.PI / 2 - 2 * Math.atan(t * conformal(phi))
  const longitude = Math.atan2(x, -polar.side * y) / radians + polar.downLongitude
  return [((longitude + 540) % 360) - 180, (polar.side * phi) / radians]
}

/** Latitude limit of the square Web Mercator map. */
export const mercatorLimit = 85.0511287798066

/** Projects degrees to the units of a projection: metres, or degrees for plate carrée. */
export function projected(projection: MapProjection, longitude: number, latitude: number): [x: number, y: number] {
  if (projection === 'EPSG:4326') return [longitude, latitude]
  if (projection !== 'EPSG:3857') return toPolar(polarProjections[projection], longitude, latitude)
  const bounded = Math.max(-mercatorLimit, Math.min(mercatorLimit, latitude))
  return [longitude * radians * radius, Math.log(Math.tan(Math.PI / 4 + (bounded * radians) / 2)) * radius]
}

/** Inverse of `projected`. A longitude beyond ±180 belongs to a repeated copy of the world. */
export function unprojected(projection: MapProjection, x: number, y: number): [longitude: number, latitude: number] {
  if (projection === 'EPSG:4326') return [x, y]
  if (projection !== 'EPSG:3857') return fromPolar(polarProjections[projection], x, y)
  return [x / radius / radians, (2 * Math.atan(Math.exp(y / radius)) - Math.PI / 2) / radians]
}

/** Wraps a longitude to [−180, 180). */
export const wrappedLongitude = (longitude: number): number => ((((longitude + 180) % 360) + 360) % 360) - 180

import Projection from 'ol/proj/Projection.js'
import { addCoordinateTransforms, addProjection } from 'ol/proj.js'
import {
  fromPolar,
  isPolarProjection,
  type MapProjection,
  mapProjections,
  mercatorLimit,
  polarProjections,
  projected,
  toPolar,
  unprojected,
  wrappedLongitude
} from '../../../../shared/geometry/map-projections.ts'
import { type PlaceExtent, placeExtent } from '../../../../shared/geometry/place-extent.ts'

/** View of the chart. The centre is in degrees, and `zoom` is the Web Mercator zoom with the same metres per pixel. */
export interface ChartPlace {
  longitude: number
  latitude: number
  zoom: number
  projection: MapProjection
}

/** Metres per pixel at zoom 0, on the equator. */
const metersAtZoomZero = (2 * Math.PI * 6_378_137) / 256
/** Metres per degree in plate carrée. */
const metersPerDegree = (Math.PI * 6_378_137) / 180

export const maxZoom = 18

export const isPolar = isPolarProjection

/** Returns 1 for the Arctic projection and −1 for the Antarctic one. */
export const sideOf = (projection: keyof typeof polarProjections): 1 | -1 => polarProjections[projection].side

/** Latitude at which a polar chart ends, in degrees from the equator. */
export const polarEdge = 30

/** Returns the distance of the parallel `polarEdge` from the pole, in the units of the projection. */
export const polarRadius = (projection: keyof typeof polarProjections): number =>
  Math.abs(projected(projection, 0, sideOf(projection) * polarEdge)[1])

/** Returns the width of the world in the units of the projection. Null for a polar projection, which does not repeat the world. */
export function worldWidth(projection: MapProjection): number | null {
  if (isPolar(projection)) return null
  return projection === 'EPSG:4326' ? 360 : projected('EPSG:3857', 180, 0)[0] * 2
}

/** Returns the northern edge of the world in the units of the projection, which must not be polar. */
export const worldTop = (projection: MapProjection): number =>
  projection === 'EPSG:4326' ? 90 : projected('EPSG:3857', 0, mercatorLimit)[1]

const metersPerUnit = (projection: MapProjection) => (projection === 'EPSG:4326' ? metersPerDegree : 1)

/** Returns the units of the projection per pixel at a zoom. */
export const resolutionOf = (projection: MapProjection, zoom: number): number => metersAtZoomZero / 2 ** zoom / metersPerUnit(projection)

export const zoomOf = (projection: MapProjection, resolution: number): number =>
  Math.log2(metersAtZoomZero / (resolution * metersPerUnit(projection)))

export const minZoom = (projection: MapProjection): number => (isPolar(projection) ? 1 : 0)

/** Returns the view that shows all positions in a chart of the given size in pixels. */
export function placeFor(
  positions: readonly (readonly [longitude: number, latitude: number])[],
  projection: MapProjection,
  [width, height]: readonly [number, number]
): ChartPlace {
  const west = placeExtent(positions)?.west ?? 0
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const [longitude, latitude] of positions) {
    const [x, y] = projected(projection, !isPolar(projection) && longitude < west ? longitude + 360 : longitude, latitude)
    left = Math.min(left, x)
    right = Math.max(right, x)
    bottom = Math.min(bottom, y)
    top = Math.max(top, y)
  }
  const room = 0.72
  const resolution = Math.max((right - left) / (width * room), (top - bottom) / (height * room))
  const zoom = Math.max(minZoom(projection), Math.min(13, zoomOf(projection, resolution || Number.MIN_VALUE)))
  const [longitude, latitude] = unprojected(projection, (left + right) / 2, (bottom + top) / 2)
  return { longitude: wrappedLongitude(longitude), latitude, zoom, projection }
}

/** Returns the view of the whole area that a projection covers. */
export function wholeOf(projection: MapProjection, [width, height]: readonly [number, number]): ChartPlace {
  if (!isPolar(projection)) {
    const zoom = Math.max(0, Math.min(2.2, zoomOf(projection, (worldWidth(projection) ?? 1) / Math.max(width, 1.2 * height))))
    return { longitude: 0, latitude: projection === 'EPSG:3857' ? 20 : 0, zoom, projection }
  }
  const zoom = zoomOf(projection, (2 * polarRadius(projection)) / (Math.min(width, height) * 0.9))
  return { longitude: 0, latitude: 90 * sideOf(projection), zoom, projection }
}

/** Proposes a projection: polar for places near a pole, otherwise Web Mercator. */
export function proposedProjection(extent: PlaceExtent | null): MapProjection {
  if (extent && extent.south >= 60) return 'EPSG:3995'
  return extent && extent.north <= -60 ? 'EPSG:3031' : 'EPSG:3857'
}

/** Registers the polar projections with OpenLayers. */
export function registerProjections(): void {
  for (const code of mapProjections) {
    if (!isPolar(code)) continue
    const polar = polarProjections[code]
    const edge = polarRadius(code)
    addProjection(new Projection({ code, units: 'm', extent: [-edge, -edge, edge, edge] }))
    addCoordinateTransforms(
      'EPSG:4326',
      code,
      ([longitude = 0, latitude = 0]) => toPolar(polar, longitude, latitude),
      ([x = 0, y = 0]) => fromPolar(polar, x, y)
    )
  }
}

import { type MapProjection, mercatorLimit, projected } from './map-projections.ts'

/** Projection with a grid of tiles: Web Mercator with one tile at zoom 0, or plate carrée with two. */
export type TileProjection = Extract<MapProjection, 'EPSG:3857' | 'EPSG:4326'>

/** Tile by zoom, column from the west and row from the north. */
export interface TileIndex {
  z: number
  x: number
  y: number
}

/** Side of a tile in pixels at its own zoom. */
export const tileSidePx = 256

const isMercator = (projection: TileProjection) => projection === 'EPSG:3857'

/** Left and upper edge of the grid, in units of the projection. */
export const gridCorner = (projection: TileProjection): [west: number, north: number] =>
  isMercator(projection) ? [projected(projection, -180, 0)[0], projected(projection, 0, mercatorLimit)[1]] : [-180, 90]

/** Side of a tile in units of the projection. */
export const tileSpan = (projection: TileProjection, z: number): number =>
  (isMercator(projection) ? projected(projection, 360, 0)[0] : 180) / 2 ** z

export const columnsAt = (projection: TileProjection, z: number): number => (isMercator(projection) ? 1 : 2) * 2 ** z
export const rowsAt = (z: number): number => 2 ** z

/** Edges of a tile in units of the projection. */
export function tileBox(projection: TileProjection, { z, x, y }: TileIndex): [west: number, south: number, east: number, north: number] {
  const [west, north] = gridCorner(projection)
  const span = tileSpan(projection, z)
  return [west + x * span, north - (y + 1) * span, west + (x + 1) * span, north - y * span]
}

/** Extent in degrees; west is greater than east across 180°. */
export interface GridBounds {
  west: number
  south: number
  east: number
  north: number
}

/** Tile of a zoom in the middle of an extent, or of the whole grid without one. */
export function middleTile(projection: TileProjection, z: number, bounds: GridBounds | null): TileIndex {
  const { west, south, east, north } = bounds ?? { west: -180, south: -90, east: 180, north: 90 }
  const across = (west + (west < east ? east : east + 360)) / 2
  const [x, y] = projected(projection, across > 180 ? across - 360 : across, within(projection, (south + north) / 2))
  const [left, top] = gridCorner(projection)
  const span = tileSpan(projection, z)
  const index = (place: number, count: number) => Math.max(0, Math.min(count - 1, Math.floor(place / span)))
  return { z, x: index(x - left, columnsAt(projection, z)), y: index(top - y, rowsAt(z)) }
}

/** Latitude in the grid that is nearest to a latitude, in degrees. */
function within(projection: TileProjection, latitude: number): number {
  const limit = isMercator(projection) ? mercatorLimit : 90
  return Math.max(-limit, Math.min(limit, latitude))
}

/** Part of a tile that counts as its edge, because edges are rounded. */
const sharedEdge = 1e-6

/** Whether a tile shares an area with an extent. Everything does so with a missing one. */
export function isWithin(projection: TileProjection, tile: TileIndex, bounds: GridBounds | null): boolean {
  if (!bounds) return true
  const [left, bottom, right, top] = tileBox(projection, tile)
  const at = (longitude: number, latitude: number) => projected(projection, longitude, within(projection, latitude))
  const { west, south, east, north } = bounds
  const [[westX, southY], [eastX, northY]] = [at(west, south), at(east, north)]
  const edge = (right - left) * sharedEdge
  if (bottom + edge >= northY || top - edge <= southY) return false
  const [isBeforeEast, isAfterWest] = [left + edge < eastX, right - edge > westX]
  return west < east ? isBeforeEast && isAfterWest : isBeforeEast || isAfterWest
}

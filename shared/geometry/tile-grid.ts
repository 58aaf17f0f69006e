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

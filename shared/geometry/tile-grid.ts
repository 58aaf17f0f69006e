import {
  fromPolar,
  isPolarProjection,
  type MapProjection,
  mercatorLimit,
  type PolarProjection,
  polarProjections,
  projected
} from './map-projections.ts'

/**
 * Projection with a grid of tiles. At zoom 0, plate carrée has two tiles, and every other projection has one. The polar grids are our own: squares
 * around the pole, for map servers that draw any rectangle.
 */
export type TileProjection = MapProjection

/** Tile by zoom, column from the west and row from the north. */
export interface TileIndex {
  z: number
  x: number
  y: number
}

/** Side of a tile in pixels at its own zoom. */
export const tileSidePx = 256

/** Half the side of a polar grid in metres. The grid reaches beyond 30° of latitude, where polar charts end. All tile edges are whole numbers. */
const polarHalf = 2 ** 23

const isMercator = (projection: TileProjection) => projection === 'EPSG:3857'

/** Left and upper edge of the grid, in units of the projection. */
export function gridCorner(projection: TileProjection): [west: number, north: number] {
  if (isPolarProjection(projection)) return [-polarHalf, polarHalf]
  return isMercator(projection) ? [projected(projection, -180, 0)[0], projected(projection, 0, mercatorLimit)[1]] : [-180, 90]
}

/** Side of a tile in units of the projection. */
export function tileSpan(projection: TileProjection, z: number): number {
  const side = isPolarProjection(projection) ? 2 * polarHalf : isMercator(projection) ? projected(projection, 360, 0)[0] : 180
  return side / 2 ** z
}

export const columnsAt = (projection: TileProjection, z: number): number => (projection === 'EPSG:4326' ? 2 : 1) * 2 ** z
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

/** Tile of a zoom level in the middle of an extent; without an extent, in the middle of the whole grid. */
export function middleTile(projection: TileProjection, z: number, bounds: GridBounds | null): TileIndex {
  const { west, south, east, north } = bounds ?? { west: -180, south: -90, east: 180, north: 90 }
  const across = (west + (west < east ? east : east + 360)) / 2
  const middle = [within(projection, south), within(projection, north)] as const
  const isAroundPole = isPolarProjection(projection) && west === -180 && east === 180
  const latitude = isAroundPole ? 90 * polarProjections[projection].side : (middle[0] + middle[1]) / 2
  const [x, y] = projected(projection, across > 180 ? across - 360 : across, latitude)
  const [left, top] = gridCorner(projection)
  const span = tileSpan(projection, z)
  const index = (place: number, count: number) => Math.max(0, Math.min(count - 1, Math.floor(place / span)))
  return { z, x: index(x - left, columnsAt(projection, z)), y: index(top - y, rowsAt(z)) }
}

/** Latitude in the grid that is nearest to a latitude, in degrees. A polar grid ends between the equator and 30° of latitude. */
function within(projection: TileProjection, latitude: number): number {
  if (isPolarProjection(projection)) return polarProjections[projection].side === 1 ? Math.max(0, latitude) : Math.min(0, latitude)
  const limit = isMercator(projection) ? mercatorLimit : 90
  return Math.max(-limit, Math.min(limit, latitude))
}

/** Part of a tile that counts as its edge, because edges are rounded. */
const sharedEdge = 1e-6

/**
 * Whether a tile shares an area with an extent. Without an extent, every tile does. In a polar grid, a tile counts as the ring sector around it. A
 * few tiles beside the extent therefore count as well.
 */
export function isWithin(projection: TileProjection, tile: TileIndex, bounds: GridBounds | null): boolean {
  if (!bounds) return true
  if (isPolarProjection(projection)) return isSectorWithin(sectorAround(projection, tile), bounds)
  const [left, bottom, right, top] = tileBox(projection, tile)
  const at = (longitude: number, latitude: number) => projected(projection, longitude, within(projection, latitude))
  const { west, south, east, north } = bounds
  const [[westX, southY], [eastX, northY]] = [at(west, south), at(east, north)]
  const edge = (right - left) * sharedEdge
  if (bottom + edge >= northY || top - edge <= southY) return false
  const [isBeforeEast, isAfterWest] = [left + edge < eastX, right - edge > westX]
  return west < east ? isBeforeEast && isAfterWest : isBeforeEast || isAfterWest
}

/** Part of the earth between two latitudes and eastwards from a longitude, in degrees. */
interface Sector {
  south: number
  north: number
  west: number
  /** Width in degrees of longitude, at most 360. */
  width: number
}

/** Smallest sector around the pole that contains a tile. */
function sectorAround(projection: PolarProjection, tile: TileIndex): Sector {
  const polar = polarProjections[projection]
  const [left, bottom, right, top] = tileBox(projection, tile)
  const nearest = [Math.max(left, Math.min(right, 0)), Math.max(bottom, Math.min(top, 0))] as const
  const corners = [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top]
  ] as const
  const latitudes = [nearest, ...corners].map(([x, y]) => fromPolar(polar, x, y)[1])
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)]
  if (left < 0 && right > 0 && bottom < 0 && top > 0) return { south, north, west: -180, width: 360 }
  // a tile beside the pole spans at most 180°, measured from its middle
  const middle = fromPolar(polar, (left + right) / 2, (bottom + top) / 2)[0]
  const away = corners.flatMap(([x, y]) => (x === 0 && y === 0 ? [] : [wrapped(fromPolar(polar, x, y)[0] - middle)]))
  const [least, most] = [Math.min(...away), Math.max(...away)]
  return { south, north, west: wrapped(middle + least), width: most - least }
}

function isSectorWithin({ south, north, west, width }: Sector, bounds: GridBounds): boolean {
  if (north - sharedEdge <= bounds.south || south + sharedEdge >= bounds.north) return false
  const boundsWidth = bounds.east - bounds.west + (bounds.west < bounds.east ? 0 : 360)
  const [after, before] = [eastOf(bounds.west - west), eastOf(west - bounds.west)]
  return after < width - sharedEdge || before < boundsWidth - sharedEdge
}

/** Angle in [0, 360). */
const eastOf = (degrees: number) => ((degrees % 360) + 360) % 360
/** Angle in [−180, 180). */
const wrapped = (degrees: number) => eastOf(degrees + 180) - 180

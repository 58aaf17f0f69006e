import type { PyramidLevel } from '../../shared/geometry/tile-pyramid.ts'
import { tileSizePx } from '../../shared/limits.ts'
import type { Rectangle, Size } from './viewport.ts'

export interface Tile {
  level: number
  column: number
  row: number
}

const mostInRow = 8_192 // tiles of 512 px: four million pixels

/** Key of a tile within its picture. It is a number for speed, because each frame uses many keys. */
export const tileKey = ({ level, column, row }: Tile): number => (level * mostInRow + row) * mostInRow + column

/** Coarsest level with at least 0.8 pixels per device pixel, or else the finest level. A sharper level would not be worth its bytes. */
export function levelFor(levels: readonly PyramidLevel[], devicePixelsPerPixel: number): number {
  const whole = levels.at(-1)?.width ?? 1
  const enough = levels.findIndex(({ width }) => width / whole >= devicePixelsPerPixel * 0.8)
  return enough < 0 ? levels.length - 1 : enough
}

/** Rectangle of tiles of one level. The first and last columns and rows are inclusive. */
export interface TileRange {
  level: number
  firstColumn: number
  lastColumn: number
  firstRow: number
  lastRow: number
}

/** Tiles of a level that touch a part of the picture; null for an empty part. */
export function tileRange(levels: readonly PyramidLevel[], level: number, part: Rectangle): TileRange | null {
  const grid = levels[level]
  if (!grid || part.right <= part.left || part.bottom <= part.top) return null
  const [spanX, spanY] = spans(levels, level)
  return {
    level,
    firstColumn: Math.max(0, Math.floor(part.left / spanX)),
    lastColumn: Math.min(grid.columns - 1, Math.ceil(part.right / spanX) - 1),
    firstRow: Math.max(0, Math.floor(part.top / spanY)),
    lastRow: Math.min(grid.rows - 1, Math.ceil(part.bottom / spanY) - 1)
  }
}

export const isSameRange = (a: TileRange | null, b: TileRange | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.level === b.level &&
    a.firstColumn === b.firstColumn &&
    a.lastColumn === b.lastColumn &&
    a.firstRow === b.firstRow &&
    a.lastRow === b.lastRow)

export const isInRange = ({ column, row }: Tile, range: TileRange | null): boolean =>
  range !== null && column >= range.firstColumn && column <= range.lastColumn && row >= range.firstRow && row <= range.lastRow

/** Tiles of a level that touch a part of the picture, those nearest to the centre of the part first. */
export function tilesIn(levels: readonly PyramidLevel[], level: number, part: Rectangle): Tile[] {
  const range = tileRange(levels, level, part)
  if (!range) return []
  const tiles: Tile[] = []
  for (let row = range.firstRow; row <= range.lastRow; row++) {
    for (let column = range.firstColumn; column <= range.lastColumn; column++) tiles.push({ level, column, row })
  }
  const [spanX, spanY] = spans(levels, level)
  const middleX = (part.left + part.right) / 2 / spanX
  const middleY = (part.top + part.bottom) / 2 / spanY
  const distance = ({ column, row }: Tile) => (column + 0.5 - middleX) ** 2 + (row + 0.5 - middleY) ** 2
  return tiles.sort((a, b) => distance(a) - distance(b))
}

/** Size of a tile in pixels of the picture. */
function spans(levels: readonly PyramidLevel[], level: number): [x: number, y: number] {
  const [grid, whole] = [levels[level], levels.at(-1)]
  return grid && whole ? [(tileSizePx * whole.width) / grid.width, (tileSizePx * whole.height) / grid.height] : [tileSizePx, tileSizePx]
}

/** Tile one level up that covers this one; null at the top. */
export function parentOf({ level, column, row }: Tile): Tile | null {
  return level === 0 ? null : { level: level - 1, column: column >> 1, row: row >> 1 }
}

/** Rectangle that a tile covers, in pixels of the picture. */
export function tilePlace(levels: readonly PyramidLevel[], { level, column, row }: Tile, media: Size): Rectangle {
  const grid = levels[level] ?? { width: media.width, height: media.height }
  const toX = (pixel: number) => (Math.min(pixel, grid.width) / grid.width) * media.width
  const toY = (pixel: number) => (Math.min(pixel, grid.height) / grid.height) * media.height
  return {
    left: toX(column * tileSizePx),
    top: toY(row * tileSizePx),
    right: toX((column + 1) * tileSizePx),
    bottom: toY((row + 1) * tileSizePx)
  }
}

import type { PyramidLevel } from '../../shared/geometry/tile-pyramid.ts'
import { tileSizePx } from '../../shared/limits.ts'
import type { Rectangle, Size } from './viewport.ts'

export interface Tile {
  level: number
  column: number
  row: number
}

export const tileKey = ({ level, column, row }: Tile) => `${level}/${column}/${row}`

/** The smallest level with a pixel for each device pixel, at a little less than that the sharper one too is not worth its bytes. */
export function levelFor(levels: readonly PyramidLevel[], devicePixelsPerPixel: number): number {
  const whole = levels.at(-1)?.width ?? 1
  const enough = levels.findIndex(({ width }) => width / whole >= devicePixelsPerPixel * 0.8)
  return enough < 0 ? levels.length - 1 : enough
}

/** Tiles of a level that touch a part of the picture, the ones nearest to its middle first. */
export function tilesIn(levels: readonly PyramidLevel[], level: number, part: Rectangle): Tile[] {
  const grid = levels[level]
  const whole = levels.at(-1)
  if (!grid || !whole || part.right <= part.left || part.bottom <= part.top) return []
  const span = tileSizePx * (whole.width / grid.width)
  const spanY = tileSizePx * (whole.height / grid.height)
  const tiles: Tile[] = []
  const lastRow = Math.min(grid.rows - 1, Math.ceil(part.bottom / spanY) - 1)
  const lastColumn = Math.min(grid.columns - 1, Math.ceil(part.right / span) - 1)
  for (let row = Math.max(0, Math.floor(part.top / spanY)); row <= lastRow; row++) {
    for (let column = Math.max(0, Math.floor(part.left / span)); column <= lastColumn; column++) tiles.push({ level, column, row })
  }
  const middleX = (part.left + part.right) / 2 / span
  const middleY = (part.top + part.bottom) / 2 / spanY
  const distance = ({ column, row }: Tile) => Math.hypot(column + 0.5 - middleX, row + 0.5 - middleY)
  return tiles.sort((a, b) => distance(a) - distance(b))
}

/** The tile one level up that covers this one; null at the top. */
export function parentOf({ level, column, row }: Tile): Tile | null {
  return level === 0 ? null : { level: level - 1, column: column >> 1, row: row >> 1 }
}

/** Where a tile lies in the picture, in pixels of the picture. */
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

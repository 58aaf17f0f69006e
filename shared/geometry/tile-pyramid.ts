import { tileSizePx } from '../limits.ts'

export interface PyramidLevel {
  /** Width of the whole picture at this level, in pixels. */
  width: number
  height: number
  columns: number
  rows: number
}

/**
 * Levels of a tile pyramid, smallest first. Level 0 is the whole picture in one tile, and the last level is the picture itself. Each level
 * has half the width and height of the next, rounded up. Tiles at the right and lower edge are cut, not padded.
 * Source: libvips dzsave with layout `dz`, depth `onetile`, no overlap.
 */
export function pyramidLevels(width: number, height: number): PyramidLevel[] {
  const levels: PyramidLevel[] = []
  let size = { width, height }
  for (;;) {
    levels.unshift({ ...size, columns: Math.ceil(size.width / tileSizePx), rows: Math.ceil(size.height / tileSizePx) })
    if (size.width <= tileSizePx && size.height <= tileSizePx) return levels
    size = { width: Math.ceil(size.width / 2), height: Math.ceil(size.height / 2) }
  }
}

/** Index of a tile in the order of writing, row by row, level 0 first; null when there is no such tile. */
export function tileIndex(levels: PyramidLevel[], level: number, column: number, row: number): number | null {
  const grid = levels[level]
  if (!grid || column >= grid.columns || row >= grid.rows) return null
  const before = levels.slice(0, level).reduce((sum, { columns, rows }) => sum + columns * rows, 0)
  return before + row * grid.columns + column
}

import type { TileIndex } from '../../../../shared/geometry/tile-grid.ts'

/** Number of a tile along the Hilbert curves of all zoom levels, from 0. Exact up to zoom 26. Source: PMTiles specification 3, section 4.1. */
export function tileNumber({ z, x, y }: TileIndex): number {
  let number = (4 ** z - 1) / 3
  let [column, row] = [x, y]
  for (let side = 2 ** (z - 1); side >= 1; side /= 2) {
    const [right, low] = [column & side ? 1 : 0, row & side ? 1 : 0]
    number += side * side * ((3 * right) ^ low)
    if (low === 0) {
      if (right === 1) [column, row] = [side - 1 - column, side - 1 - row]
      ;[column, row] = [row, column]
    }
    column &= side - 1
    row &= side - 1
  }
  return number
}

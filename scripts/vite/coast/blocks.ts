import type { Point, Ring } from './recut.ts'

/** Land in one square of the chart. */
export interface LandBlock {
  column: number
  row: number
  polygons: Point[][][]
}

/** Cuts land into squares, so that a view reads only a few of them. @param side in degrees, a divisor of 180 */
export function landInBlocks(land: readonly Ring[][], side: number): LandBlock[] {
  const blocks = new Map<string, LandBlock>()
  for (const polygon of land) {
    const [west, south, east, north] = boundsOf(polygon)
    const columns = range(Math.floor((west + 180) / side), Math.min(360 / side, Math.floor((east + 180) / side) + 1))
    const rows = range(Math.floor((south + 90) / side), Math.min(180 / side, Math.floor((north + 90) / side) + 1))
    for (const column of columns) {
      const left = column * side - 180
      const strip = clipped(clipped(polygon, 0, left, 1), 0, left + side, -1)
      if (strip.length === 0) continue
      for (const row of rows) {
        const bottom = row * side - 90
        const inside = clipped(clipped(strip, 1, bottom, 1), 1, bottom + side, -1)
        if (inside.length === 0) continue
        const key = `${column} ${row}`
        const block = blocks.get(key) ?? { column, row, polygons: [] }
        block.polygons.push(inside)
        blocks.set(key, block)
      }
    }
  }
  return [...blocks.values()].sort((a, b) => a.row - b.row || a.column - b.column)
}

function boundsOf(rings: readonly Ring[]): [number, number, number, number] {
  let [west, south, east, north] = [180, 90, -180, -90]
  for (const [x, y] of rings.flat()) {
    west = Math.min(west, x)
    east = Math.max(east, x)
    south = Math.min(south, y)
    north = Math.max(north, y)
  }
  return [west, south, east, north]
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

/**
 * Clips rings to one side of an axis-parallel line. The pieces of a cut ring stay joined along the line. Source: Sutherland and Hodgman,
 * 1974.
 */
function clipped(rings: readonly Ring[], axis: 0 | 1, limit: number, side: 1 | -1): Point[][] {
  const isIn = (point: Point) => side * (point[axis] - limit) >= 0
  return rings.flatMap(ring => {
    const kept: Point[] = []
    for (const [index, point] of ring.entries()) {
      const before = ring.at(index - 1)!
      if (isIn(point) !== isIn(before)) {
        const part = (limit - before[axis]) / (point[axis] - before[axis])
        const other = 1 - axis
        const value = before[other]! + part * (point[other]! - before[other]!)
        kept.push(axis === 0 ? [limit, value] : [value, limit])
      }
      if (isIn(point)) kept.push(point)
    }
    return kept.length > 2 ? [kept] : []
  })
}

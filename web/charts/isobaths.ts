import { layeredNoise, valueNoise } from './noise.ts'

/** Scalar field on a grid, row by row. Everything beyond the edges is treated as lowest. */
export interface Grid {
  values: Float64Array
  columns: number
  rows: number
}

/** Point of a loop, as column and row in grid units from the top-left sample. */
type Point = [x: number, y: number]

/**
 * Generates a seafloor with depths between 0 and 1. The same seed always results in the same seafloor.
 * The seafloor slopes in one direction, with banks and basins of layered noise.
 */
export function seafloor(seed: number, columns: number, rows: number): Grid {
  const noise = valueNoise(seed)
  const values = new Float64Array(columns * rows)
  const heading = (noise(0.5, 0.5) - 0.5) * Math.PI
  const scale = 3.6 / columns
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const slope = ((column / columns - 0.5) * Math.cos(heading) + (row / rows - 0.5) * Math.sin(heading)) * 0.7 + 0.5
      const x = column * scale
      const y = row * scale
      // the coordinates are distorted by another noise, so that the lattice is not visible
      const bentX = x + 1.1 * (noise(x * 1.3 + 40, y * 1.3 + 9) - 0.5)
      const bentY = y + 1.1 * (noise(x * 1.3 + 80, y * 1.3 + 63) - 0.5)
      values[row * columns + column] = 0.42 * slope + 0.58 * layeredNoise(noise, bentX, bentY, 3)
    }
  }
  return { values, columns, rows }
}

/**
 * Sides through which a contour enters and leaves a cell, by the bits of its corners.
 * Corners: top left 8, top right 4, bottom right 2, bottom left 1. Sides: 0 top, 1 right, 2 bottom, 3 left.
 */
const crossings: Record<number, [from: number, to: number][]> = {
  1: [[2, 3]],
  2: [[1, 2]],
  3: [[1, 3]],
  4: [[0, 1]],
  6: [[0, 2]],
  7: [[0, 3]],
  8: [[3, 0]],
  9: [[2, 0]],
  11: [[1, 0]],
  12: [[3, 1]],
  13: [[2, 1]],
  14: [[3, 2]]
}
const risingSaddle = { joined: [[1, 0] as const, [3, 2] as const], apart: [[3, 0] as const, [1, 2] as const] }
const fallingSaddle = { joined: [[0, 3] as const, [2, 1] as const], apart: [[0, 1] as const, [2, 3] as const] }

/**
 * Closed contours of the field at `level`, by marching squares.
 * A contour that leaves the grid is closed just outside the grid. Contours with at most six points are left out.
 */
export function isobathLoops(grid: Grid, level: number): Point[][] {
  const { values, columns, rows } = grid
  const at = (column: number, row: number) =>
    column < 0 || row < 0 || column >= columns || row >= rows ? Number.NEGATIVE_INFINITY : values[row * columns + column]!
  const width = columns + 2
  const next = new Map<number, number>()
  const places = new Map<number, Point>()

  // id of a side: twice the index of the sample at its left or upper end, plus one for a vertical side
  const side = (column: number, row: number, which: number): number => {
    const start = which === 1 ? column + 1 : column
    const down = which === 2 ? row + 1 : row
    const vertical = which % 2
    const id = 2 * ((down + 1) * width + start + 1) + vertical
    if (!places.has(id)) {
      const a = at(start, down)
      const b = vertical ? at(start, down + 1) : at(start + 1, down)
      const share = Number.isFinite(a) && Number.isFinite(b) ? (level - a) / (b - a) : Number.isFinite(a) ? 0.9 : 0.1
      places.set(id, vertical ? [start, down + share] : [start + share, down])
    }
    return id
  }

  for (let row = -1; row < rows; row++) {
    for (let column = -1; column < columns; column++) {
      const corners = [at(column, row), at(column + 1, row), at(column + 1, row + 1), at(column, row + 1)]
      const bits = corners.reduce((sum, value, corner) => sum + (value >= level ? 8 >> corner : 0), 0)
      const joined = corners.reduce((sum, value) => sum + value, 0) / 4 >= level
      const segments =
        bits === 10 ? risingSaddle[joined ? 'joined' : 'apart'] : bits === 5 ? fallingSaddle[joined ? 'joined' : 'apart'] : crossings[bits]
      for (const [from, to] of segments ?? []) next.set(side(column, row, from), side(column, row, to))
    }
  }

  const loops: Point[][] = []
  while (next.size > 0) {
    const loop: Point[] = []
    let here = next.keys().next().value
    while (here !== undefined && next.has(here)) {
      loop.push(places.get(here)!)
      const onward = next.get(here)
      next.delete(here)
      here = onward
    }
    if (loop.length > 6) loops.push(loop)
  }
  return loops
}

/**
 * SVG path data of loops, smoothed by curves through the midpoint of each step. `scale` is the number of user units per grid unit.
 * The outermost ring of samples lies outside the picture, so that lines close out of view.
 */
export function loopsToPath(loops: Point[][], scale: number): string {
  const place = (a: number, b: number) => (((a + b) / 2 - 1) * scale).toFixed(1)
  const write = (a: Point, b: Point = a) => `${place(a[0], b[0])} ${place(a[1], b[1])}`
  return loops
    .map(loop => {
      const steps = loop.map((point, index) => `Q${write(point)} ${write(point, loop[(index + 1) % loop.length])}`)
      return `M${write(loop.at(-1)!, loop[0])}${steps.join('')}Z`
    })
    .join('')
}

/** Path data of isobaths on a generated seafloor, shallow first, for a picture of `width` × `height`. The levels divide the area evenly. */
export function isobathPaths({ seed, width, height, levels }: { seed: number; width: number; height: number; levels: number }): string[] {
  const scale = 16
  const grid = seafloor(seed, Math.ceil(width / scale) + 3, Math.ceil(height / scale) + 3)
  const sorted = Float64Array.from(grid.values).sort()
  return Array.from({ length: levels }, (_, index) => {
    const level = sorted[Math.floor(((index + 0.5) / levels) * sorted.length)]! // by area, so that lines are equally dense in every picture
    return loopsToPath(isobathLoops(grid, level), scale)
  })
}

/** Seed from the FNV-1a hash of a string, so that a project always has the same cover. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193)
  return hash >>> 0
}

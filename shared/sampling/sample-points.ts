import type { Rectangle } from '../geometry/outline.ts'
import { type Generator, randomInteger, seededGenerator } from './seeded-random.ts'

/** Cells of a grid over the area. With only a count, the cells are as close to squares as possible. */
export type Cells = { count: number } | { rows: number; columns: number }

/**
 * Method of placing points. `random`: anywhere in the area. `stratified`: the same number in each cell, one by default. `grid`: the centre of
 * each cell. These are CoralNet's three methods (simple random, stratified random, uniform grid).
 */
export type PointPlan =
  | { method: 'random'; count: number }
  | ({ method: 'stratified'; pointsPerCell?: number } & Cells)
  | ({ method: 'grid' } & Cells)

export interface SampleRequest {
  /** Area in pixels of the upright image. Points lie on pixels whose centre is inside it. */
  area: Rectangle
  /** Any text, different for each image. A grid does not need it. */
  seed: string
}

/** Range of whole pixels: `length` of them, starting with `first`. */
interface Stretch {
  first: number
  length: number
}

/**
 * Points for percent cover, in pixels of the upright image. Each lies at the centre of its pixel (x = column + 0.5, y = row + 0.5), which
 * matches CoralNet's whole rows and columns. No two points share a pixel. The same request yields the same points on every platform.
 *
 * Cells differ by at most one pixel in width and height, and every pixel belongs to one of them. In a cell of even size, the grid takes the
 * pixel to the left of and above the centre. Random points are ordered by a 5 × 5 grid; other points cell by cell, row by row. In this order,
 * annotators rarely jump across the image. Score all points: the first half is not a random half.
 * Source: CoralNet's point generation (simple, stratified, uniform), github.com/coralnet/coralnet, project/images/utils.py. Unlike there, no
 * point is drawn twice. Generator: xoshiro128**, see seeded-random.ts.
 * @throws RangeError when a number of points, rows or columns is not a whole number of 1 or more, or there are fewer pixels than points
 */
export function samplePoints(request: PointPlan & SampleRequest): { x: number; y: number }[] {
  const across = pixelsOf(request.area.x, request.area.width)
  const down = pixelsOf(request.area.y, request.area.height)
  if (request.method === 'random') {
    requireWhole(request.count, 'points')
    const points = drawPixels(seededGenerator(request.seed), across, down, request.count)
    const cellOf = ({ x, y }: { x: number; y: number }) =>
      Math.floor(((y - 0.5 - down.first) * 5) / down.length) * 5 + Math.floor(((x - 0.5 - across.first) * 5) / across.length)
    return points.sort((a, b) => cellOf(a) - cellOf(b))
  }
  const { rows, columns } = 'count' in request ? cellsFor(request.count, request.area) : request
  requireWhole(rows, 'rows')
  requireWhole(columns, 'columns')
  if (rows > down.length || columns > across.length)
    throw new RangeError(`${rows} × ${columns} cells do not fit into ${down.length} × ${across.length} pixels`)
  const next = seededGenerator(request.seed)
  const points: { x: number; y: number }[] = []
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const [cellAcross, cellDown] = [partOf(across, column, columns), partOf(down, row, rows)]
      if (request.method === 'grid') points.push({ x: middleOf(cellAcross), y: middleOf(cellDown) })
      else points.push(...drawPixels(next, cellAcross, cellDown, request.pointsPerCell ?? 1))
    }
  return points
}

/**
 * Rows and columns with rows × columns = `count` whose cells are as close to squares as possible: 50 points on 3000 × 2000 px are 5 × 10. A
 * prime number yields a single row or column. Of two equal choices, the one with fewer rows is taken.
 * @throws RangeError when `count` is not a whole number of 1 or more, or the area has no extent
 */
export function cellsFor(count: number, { width, height }: { width: number; height: number }): { rows: number; columns: number } {
  requireWhole(count, 'points')
  if (!(width > 0 && height > 0)) throw new RangeError('The area has no extent')
  let best = { rows: 1, columns: count }
  const stretch = ({ rows, columns }: { rows: number; columns: number }) =>
    Math.max((width * rows) / (height * columns), (height * columns) / (width * rows))
  for (let side = 1; side * side <= count; side++) {
    if (count % side !== 0) continue
    for (const cells of [
      { rows: side, columns: count / side },
      { rows: count / side, columns: side }
    ])
      if (stretch(cells) < stretch(best)) best = cells
  }
  return best
}

/** Range of pixels whose centre lies in an extent. */
function pixelsOf(from: number, extent: number): Stretch {
  const first = Math.ceil(from - 0.5)
  const length = Math.ceil(from + extent - 0.5) - first
  if (!(Number.isSafeInteger(length) && length > 0)) throw new RangeError('The area contains no pixel')
  return { first, length }
}

function partOf({ first, length }: Stretch, index: number, parts: number): Stretch {
  const start = Math.floor((index * length) / parts)
  return { first: first + start, length: Math.floor(((index + 1) * length) / parts) - start }
}

function middleOf({ first, length }: Stretch): number {
  return first + Math.floor((length - 1) / 2) + 0.5
}

/** Draws `count` different pixels, each set with the same probability. Source: Floyd's algorithm, Bentley & Floyd 1987, doi:10.1145/30401.315746. */
function drawPixels(next: Generator, across: Stretch, down: Stretch, count: number): { x: number; y: number }[] {
  requireWhole(count, 'points')
  const pixels = across.length * down.length
  if (count > pixels) throw new RangeError(`${count} points do not fit on ${pixels} px`)
  const drawn = new Set<number>()
  for (let last = pixels - count; last < pixels; last++) {
    const pixel = randomInteger(next, last + 1)
    drawn.add(drawn.has(pixel) ? last : pixel)
  }
  return Array.from(drawn, pixel => ({
    x: across.first + (pixel % across.length) + 0.5,
    y: down.first + Math.floor(pixel / across.length) + 0.5
  }))
}

function requireWhole(number: number, name: string): void {
  if (!(Number.isSafeInteger(number) && number >= 1)) throw new RangeError(`${number} is not a number of ${name}`)
}

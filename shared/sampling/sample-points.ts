import type { Rectangle } from '../geometry/outline.ts'
import { type Generator, randomInteger, seededGenerator } from './seeded-random.ts'

/** Cells over the area, or only how many of them: then those that come nearest to squares. */
export type Cells = { count: number } | { rows: number; columns: number }

/**
 * `random`: anywhere in the area. `stratified`: as many in each cell, one by default. `grid`: the middle of each cell.
 * The three ways of CoralNet (simple random, stratified random, uniform grid).
 */
export type PointPlan =
  | { method: 'random'; count: number }
  | ({ method: 'stratified'; pointsPerCell?: number } & Cells)
  | ({ method: 'grid' } & Cells)

export interface SampleRequest {
  /** In pixels of the upright image; points lie on pixels whose middle is inside. */
  area: Rectangle
  /** Any text; give each image its own. A grid does not need it. */
  seed: string
}

/** Whole numbers of pixels: from `first`, `length` of them. */
interface Stretch {
  first: number
  length: number
}

/**
 * Points for percent cover, in pixels of the upright image, each on the middle of its pixel (x = column + 0.5, y = row + 0.5, so that
 * CoralNet's whole rows and columns say the same). No two fall on one pixel. The same request gives the same points on every platform.
 *
 * Cells differ by at most one pixel in width and height, and every pixel belongs to one of them. In a cell of even width the grid takes
 * the pixel left of the middle, and above it. Random points come in the order of a 5 × 5 raster, and others cell by cell, row by row, so
 * that a person need not jump about; judge all of them, the first half is no random half.
 * Source: CoralNet's point generation (simple, stratified, uniform), github.com/coralnet/coralnet, project/images/utils.py; unlike it, no
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
 * Rows and columns with rows × columns = `count` whose cells come nearest to squares: 50 points on 3000 × 2000 px are 5 × 10.
 * A prime number leaves one row or one column; of two equal choices the one with fewer rows.
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

/** Pixels whose middle lies in an extent. */
function pixelsOf(from: number, extent: number): Stretch {
  const first = Math.ceil(from - 0.5)
  const length = Math.ceil(from + extent - 0.5) - first
  if (!(Number.isSafeInteger(length) && length > 0)) throw new RangeError('The area holds no pixel')
  return { first, length }
}

function partOf({ first, length }: Stretch, index: number, parts: number): Stretch {
  const start = Math.floor((index * length) / parts)
  return { first: first + start, length: Math.floor(((index + 1) * length) / parts) - start }
}

function middleOf({ first, length }: Stretch): number {
  return first + Math.floor((length - 1) / 2) + 0.5
}

/** `count` different pixels, each set of them equally likely. Source: Floyd's algorithm, Bentley & Floyd 1987, doi:10.1145/30401.315746. */
function drawPixels(next: Generator, across: Stretch, down: Stretch, count: number): { x: number; y: number }[] {
  requireWhole(count, 'points')
  const pixels = across.length * down.length
  if (count > pixels) throw new RangeError(`${count} points do not fit on ${pixels} pixels`)
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

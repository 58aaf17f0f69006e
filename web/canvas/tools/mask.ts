import type { Polygon } from '../../../shared/contracts/shapes.ts'
import { polygonsOfStretches } from '../../../shared/geometry/mask-polygons.ts'
import { ringArea, type Vertex } from '../../../shared/geometry/outline.ts'
import { type Stretches, stretchesOfRings } from '../../../shared/geometry/run-length.ts'
import type { Size } from '../../imagery/viewport.ts'
import { simplified } from './mask-outline.ts'

/** Minimum area of a hole in square pixels. Smaller holes are filled. */
const leastHole = 4
/** Maximum number of holes of a polygon. Beyond it, the smallest holes are filled. */
const mostHoles = 100

/** Painted mask: the covered pixels of a picture, column by column. */
export class Mask {
  readonly #stretches: Stretches
  /** Strokes, the newest last: the pieces of each changed column before the stroke. */
  readonly #strokes: Map<number, number[]>[] = []

  /** @param polygon initial shape of the mask, clipped to the picture */
  constructor(polygon?: Polygon, picture?: Size) {
    this.#stretches =
      polygon && picture ? stretchesOfRings([polygon.points, ...(polygon.holes ?? [])], picture.height, picture.width) : new Map()
  }

  get isEmpty(): boolean {
    return this.#stretches.size === 0
  }

  get hasStrokes(): boolean {
    return this.#strokes.length > 0
  }

  /** Starts a stroke, which `takeBack` undoes as a whole. */
  beginStroke(): void {
    this.#strokes.push(new Map())
  }

  /** Undoes the newest stroke. */
  takeBack(): void {
    for (const [x, pieces] of this.#strokes.pop() ?? []) this.#cover(x, pieces)
  }

  #cover(x: number, pieces: number[]): void {
    if (pieces.length > 0) this.#stretches.set(x, pieces)
    else this.#stretches.delete(x)
  }

  /** Covers or clears the pixels whose centre lies within a radius of the segment between two points. */
  paint([ax, ay]: Vertex, [bx, by]: Vertex, radius: number, covers: boolean, { width, height }: Size): void {
    const first = Math.max(0, Math.floor(Math.min(ax, bx) - radius))
    const last = Math.min(width - 1, Math.ceil(Math.max(ax, bx) + radius))
    for (let x = first; x <= last; x++) {
      const reach = reachAt(x + 0.5, [ax, ay], [bx, by], radius)
      if (!reach) continue
      const [from, to] = [Math.max(0, Math.ceil(reach[0] - 0.5)), Math.min(height, Math.floor(reach[1] - 0.5) + 1)]
      if (from >= to) continue
      const pieces = this.#stretches.get(x) ?? []
      const stroke = this.#strokes.at(-1)
      if (stroke && !stroke.has(x)) stroke.set(x, pieces)
      this.#cover(x, covers ? joined(pieces, from, to) : without(pieces, from, to))
    }
  }

  /** Polygons of the parts, the largest first. */
  polygons(): Polygon[] {
    return polygonsOfStretches(this.#stretches).polygons.map(({ points, holes = [] }) => {
      const large = holes.filter(hole => Math.abs(ringArea(hole)) >= leastHole).slice(0, mostHoles) // the largest come first
      return simplified(points, large)
    })
  }
}

/** Part of a column within a radius of the segment between two points; null for a column out of reach. */
function reachAt(x: number, a: Vertex, b: Vertex, radius: number): [from: number, to: number] | null {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const take = (y: number) => {
    from = Math.min(from, y)
    to = Math.max(to, y)
  }
  for (const [cx, cy] of [a, b]) {
    const half = radius ** 2 - (x - cx) ** 2
    if (half < 0) continue
    take(cy - Math.sqrt(half))
    take(cy + Math.sqrt(half))
  }
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  const length = Math.hypot(dx, dy)
  if (length > 0) {
    // the two long sides of the band between the discs
    const [sideX, sideY] = [(-dy / length) * radius, (dx / length) * radius]
    for (const sign of [1, -1]) {
      const startX = a[0] + sign * sideX
      const share = dx === 0 ? -1 : (x - startX) / dx
      if (share >= 0 && share <= 1) take(a[1] + sign * sideY + share * dy)
    }
  }
  return from < to ? [from, to] : null
}

function joined(pieces: readonly number[], from: number, to: number): number[] {
  const next: number[] = []
  let [start, end] = [from, to]
  for (let at = 0; at < pieces.length; at += 2) {
    const [a, b] = [pieces[at] ?? 0, pieces[at + 1] ?? 0]
    if (b < start) next.push(a, b)
    else if (a > end) {
      next.push(start, end)
      ;[start, end] = [a, b]
    } else [start, end] = [Math.min(start, a), Math.max(end, b)]
  }
  next.push(start, end)
  return next
}

function without(pieces: readonly number[], from: number, to: number): number[] {
  const next: number[] = []
  for (let at = 0; at < pieces.length; at += 2) {
    const [a, b] = [pieces[at] ?? 0, pieces[at + 1] ?? 0]
    if (a < Math.min(b, from)) next.push(a, Math.min(b, from))
    if (Math.max(a, to) < b) next.push(Math.max(a, to), b)
  }
  return next
}

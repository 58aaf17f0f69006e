import type { Shape } from '../../shared/contracts/shapes.ts'
import type { Boxes } from './cells.ts'
import type { Detail } from './detail.ts'
import { kindOf } from './shapes/kinds.ts'
import { Mark, type ShapeKind } from './shapes/shape-kind.ts'
import { Texels, writeStrip } from './strips.ts'
import { cut, cutConvex, HollowArea, Triangles } from './triangles.ts'
import { Vertices } from './vertices.ts'

/** Geometry of shapes for the graphics card, part by part. The `…Starts` are the starts of the parts, with one more entry for the end. */
export interface Geometry {
  /** Texels of lines, see `strips.ts`. */
  lines: Texels
  lineStarts: Uint32Array
  /** Points, and shapes that are drawn as one quad. Two texels each: centre (x, y, slot, kind), then (half width, half height, 0, 0). */
  marks: Texels
  markStarts: Uint32Array
  /** Triangles of areas that may be filled, as indices of texels in `lines`. */
  fills: Uint32Array
  fillStarts: Uint32Array
}

export interface ShapesToBuild {
  shapes: readonly Shape[]
  boxes: Boxes
  /** Slots in drawing order, and the start of each part. */
  order: Uint32Array
  starts: Uint32Array
}

/** Number of shapes built between two time checks. */
const batch = 16

/** Buffer of the line that is being written. */
const line = new Vertices()

/** Builds the geometry of shapes at one level of detail, in small steps. */
export class GeometryBuilder {
  readonly #from: ShapesToBuild
  readonly #detail: Detail
  readonly #withFills: boolean
  readonly #geometry: Geometry
  readonly #fills = new Triangles()
  #next = 0
  #part = -1

  constructor(from: ShapesToBuild, detail: Detail, withFills: boolean) {
    this.#from = from
    this.#detail = detail
    this.#withFills = withFills
    const parts = from.starts.length
    this.#geometry = {
      lines: new Texels(),
      lineStarts: new Uint32Array(parts),
      marks: new Texels(64),
      markStarts: new Uint32Array(parts),
      fills: new Uint32Array(0),
      fillStarts: new Uint32Array(parts)
    }
  }

  /** Builds until `performance.now()` reaches a time. @returns the finished geometry, or null while work is left */
  work(until: number): Geometry | null {
    const { order } = this.#from
    while (this.#next < order.length) {
      for (const end = Math.min(this.#next + batch, order.length); this.#next < end; this.#next++) {
        this.#beginPartsAt(this.#next)
        this.#write(order[this.#next] ?? 0)
      }
      if (performance.now() >= until && this.#next < order.length) return null
    }
    this.#beginPartsAt(this.#next)
    this.#geometry.fills = this.#fills.data.subarray(0, this.#fills.count)
    return this.#geometry
  }

  #beginPartsAt(place: number): void {
    const { starts } = this.#from
    while (this.#part + 1 < starts.length && (starts[this.#part + 1] ?? 0) <= place) {
      this.#part++
      this.#geometry.lineStarts[this.#part] = this.#geometry.lines.count
      this.#geometry.markStarts[this.#part] = this.#geometry.marks.count
      this.#geometry.fillStarts[this.#part] = this.#fills.count
    }
  }

  #write(slot: number): void {
    const shape = this.#from.shapes[slot]
    if (!shape) return
    const { lines } = this.#geometry
    const at = slot * 4
    const { boxes } = this.#from
    const left = boxes[at] ?? 0
    const top = boxes[at + 1] ?? 0
    const right = boxes[at + 2] ?? 0
    const bottom = boxes[at + 3] ?? 0
    const side = Math.max(right - left, bottom - top)
    const kind = kindOf(shape)
    const mark = kind.mark(shape)
    const { markSide, quadSide } = this.#detail
    if (mark === Mark.point || side <= markSide || (mark !== Mark.blob && side <= quadSide)) {
      this.#mark(slot, left, top, right, bottom, mark)
      return
    }
    const before = lines.count
    const ringCount = kind.ringCount(shape)
    if (ringCount === 1) this.#writeRing(kind, shape, slot)
    else this.#writeHollow(kind, shape, ringCount, slot)
    if (lines.count === before) this.#mark(slot, left, top, right, bottom, Mark.blob)
  }

  #writeRing(kind: ShapeKind<Shape>, shape: Shape, slot: number): void {
    const isClosed = kind.hasArea
    kind.trace(shape, 0, this.#detail.tolerance, line)
    const from = writeStrip(this.#geometry.lines, line, slot, isClosed)
    if (!this.#withFills || !isClosed) return
    if (kind.isConvex) cutConvex(line, from, this.#fills)
    else cut(line, from, this.#fills)
  }

  #writeHollow(kind: ShapeKind<Shape>, shape: Shape, ringCount: number, slot: number): void {
    const area = new HollowArea()
    for (let ring = 0; ring < ringCount; ring++) {
      kind.trace(shape, ring, this.#detail.tolerance, line)
      const from = writeStrip(this.#geometry.lines, line, slot, true)
      if (line.count > 0) area.add(line, from)
    }
    if (this.#withFills) area.cut(this.#fills)
  }

  #mark(slot: number, left: number, top: number, right: number, bottom: number, kind: number): void {
    const { marks } = this.#geometry
    marks.push((left + right) / 2, (top + bottom) / 2, slot, kind)
    marks.push((right - left) / 2, (bottom - top) / 2, 0, 0)
  }
}

/** Range of slots as a single part, in slot order, for the few edited shapes. */
export function asOnePart(from: number, to: number): Pick<ShapesToBuild, 'order' | 'starts'> {
  return { order: Uint32Array.from({ length: to - from }, (_, index) => from + index), starts: Uint32Array.of(0, to - from) }
}

import type { Size } from '../../../../imagery/viewport.ts'
import { type Cells, seenRuns, sortIntoCells } from '../cells.ts'
import { detailFor, details } from '../detail.ts'
import type { Frame } from '../frame.ts'
import { asOnePart, type Geometry, GeometryBuilder } from '../geometry.ts'
import type { ShapeSet } from '../shape-set.ts'
import type { Texels } from '../strips.ts'
import { linkProgram, type Program } from './program.ts'
import { fillFragment, fillVertex, lineFragment, lineVertex, looksWide, markFragment, markVertex, texelsWide } from './shape-shaders.ts'

/** Geometry as the card holds it. */
interface Uploaded {
  lines: WebGLTexture
  marks: WebGLTexture
  fills: WebGLBuffer | null
  lineStarts: Uint32Array
  markStarts: Uint32Array
  fillStarts: Uint32Array
  hasFills: boolean
}

/** How far beyond its box a shape is drawn, in CSS pixels. */
const reachPx = 10
const texelUnit = 1
const lookUnit = 2

/** Draws all shapes. Panning and zooming changes one uniform; relabelling changes one texel per shape. */
export class ShapeLayer {
  readonly #gl: WebGL2RenderingContext
  readonly #line: Program
  readonly #mark: Program
  readonly #fill: Program
  readonly #nothing: WebGLVertexArrayObject
  readonly #tallest: number
  #looks: WebGLTexture | null = null
  #looksCapacity = 0
  #cells: Cells | null = null
  #levels: (Uploaded | null)[] = details.map(() => null)
  #edited: Uploaded | null = null
  #building: { detail: number; builder: GeometryBuilder; hasFills: boolean } | null = null
  #known: ShapeSet | null = null
  #settledVersion = -1
  #editedVersion = -1
  #wantsFills = false

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl
    this.#line = linkProgram(gl, lineVertex, lineFragment)
    this.#mark = linkProgram(gl, markVertex, markFragment)
    this.#fill = linkProgram(gl, fillVertex, fillFragment)
    this.#nothing = gl.createVertexArray()
    this.#tallest = gl.getParameter(gl.MAX_TEXTURE_SIZE) as number
    for (const { program, at } of [this.#line, this.#mark, this.#fill]) {
      gl.useProgram(program)
      gl.uniform1i(at('texels'), texelUnit)
      gl.uniform1i(at('looks'), lookUnit)
    }
  }

  /** @returns whether everything that was to be drawn has been */
  paint(frame: Frame): boolean {
    const { shapes, viewport, view, ratio, part } = frame
    this.#sync(shapes, frame.media)
    const wanted = detailFor(viewport.scale * ratio)
    this.#build(shapes, wanted, performance.now() + frame.buildMs)
    const level = this.#levels[wanted] ?? this.#levels.slice(0, wanted).findLast(Boolean) ?? this.#levels.find(Boolean)
    if (!level && !this.#edited) return !this.#lacks(wanted)

    const gl = this.#gl
    gl.enable(gl.BLEND)
    gl.bindVertexArray(this.#nothing)
    for (const { program, at } of [this.#fill, this.#line, this.#mark]) {
      gl.useProgram(program)
      gl.uniform4f(at('view'), viewport.centerX, viewport.centerY, viewport.scale * ratio, ratio)
      gl.uniform2f(at('halfCanvas'), (view.width * ratio) / 2, (view.height * ratio) / 2)
    }
    gl.activeTexture(gl.TEXTURE0 + lookUnit)
    gl.bindTexture(gl.TEXTURE_2D, this.#looks)
    if (level && this.#cells) this.#draw(level, seenRuns(this.#cells.bounds, part, reachPx / viewport.scale))
    if (this.#edited) this.#draw(this.#edited, [0, 1])
    return !this.#lacks(wanted)
  }

  /** Builds what other zooms will need. @returns whether there is more to build */
  buildAhead(shapes: ShapeSet, until: number): boolean {
    if (this.#settledVersion !== shapes.settledVersion) return false
    const next = details.findIndex((_, detail) => this.#lacks(detail))
    if (next < 0) return false
    this.#build(shapes, next, until)
    return true
  }

  close(): void {
    for (const level of [...this.#levels, this.#edited]) this.#drop(level)
    this.#gl.deleteTexture(this.#looks)
  }

  #lacks(detail: number): boolean {
    if (!this.#cells || this.#cells.order.length === 0) return false
    const level = this.#levels[detail]
    return !level || (this.#wantsFills && !level.hasFills)
  }

  #sync(shapes: ShapeSet, media: Size): void {
    const isOther = this.#known !== shapes
    this.#known = shapes
    if (isOther || this.#settledVersion !== shapes.settledVersion) {
      this.#settledVersion = shapes.settledVersion
      for (const level of this.#levels) this.#drop(level)
      this.#levels = details.map(() => null)
      this.#building = null
      this.#cells = sortIntoCells(shapes.boxes, shapes.settled, media)
    }
    this.#syncLooks(shapes)
    if (isOther || this.#editedVersion !== shapes.editedVersion) {
      this.#editedVersion = shapes.editedVersion
      this.#drop(this.#edited)
      this.#edited = null
      const [finest] = details
      if (shapes.editedCount === 0 || !finest) return
      const builder = new GeometryBuilder(
        { shapes: shapes.shapes, boxes: shapes.boxes, ...asOnePart(shapes.settled, shapes.count) },
        finest,
        true
      )
      const geometry = builder.work(Number.POSITIVE_INFINITY)
      if (geometry) this.#edited = this.#upload(geometry, true)
    }
  }

  #syncLooks(shapes: ShapeSet): void {
    const gl = this.#gl
    const changed = shapes.takeChangedLooks()
    const capacity = shapes.looks.length / 4
    gl.activeTexture(gl.TEXTURE0 + lookUnit)
    if (capacity !== this.#looksCapacity) {
      gl.deleteTexture(this.#looks)
      this.#looks = emptyTexture(gl, gl.RGBA8UI, looksWide, Math.max(1, capacity / looksWide))
      this.#looksCapacity = capacity
      changed.from = 0
      changed.to = shapes.count
    }
    if (changed.to <= changed.from) return
    gl.bindTexture(gl.TEXTURE_2D, this.#looks)
    const [from, to] = [Math.floor(changed.from / looksWide), Math.ceil(changed.to / looksWide)]
    const rows = shapes.looks.subarray(from * looksWide * 4, to * looksWide * 4)
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, from, looksWide, to - from, gl.RGBA_INTEGER, gl.UNSIGNED_BYTE, rows)
    this.#wantsFills ||= shapes.hasFilled
  }

  #build(shapes: ShapeSet, detail: number, until: number): void {
    const cells = this.#cells
    const wanted = details[detail]
    if (!cells || !wanted || !this.#lacks(detail)) return
    if (this.#building?.detail !== detail || this.#building.hasFills !== this.#wantsFills) {
      const builder = new GeometryBuilder(
        { shapes: shapes.shapes, boxes: shapes.boxes, order: cells.order, starts: cells.starts },
        wanted,
        this.#wantsFills
      )
      this.#building = { detail, builder, hasFills: this.#wantsFills }
    }
    const { builder, hasFills } = this.#building
    const geometry = builder.work(until)
    if (!geometry) return
    this.#building = null
    this.#drop(this.#levels[detail])
    this.#levels[detail] = this.#upload(geometry, hasFills)
  }

  #draw(level: Uploaded, runs: readonly number[]): void {
    const gl = this.#gl
    gl.activeTexture(gl.TEXTURE0 + texelUnit)
    gl.bindTexture(gl.TEXTURE_2D, level.lines)
    if (level.fills && this.#wantsFills) {
      gl.useProgram(this.#fill.program)
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, level.fills)
      each(runs, level.fillStarts, (from, count) => gl.drawElements(gl.TRIANGLES, count, gl.UNSIGNED_INT, from * 4))
    }
    gl.useProgram(this.#line.program)
    each(runs, level.lineStarts, (from, count) => gl.drawArrays(gl.TRIANGLE_STRIP, from * 2, count * 2))
    gl.useProgram(this.#mark.program)
    gl.bindTexture(gl.TEXTURE_2D, level.marks)
    each(runs, level.markStarts, (from, count) => gl.drawArrays(gl.TRIANGLES, from * 3, count * 3))
  }

  #upload({ lines, marks, fills, lineStarts, markStarts, fillStarts }: Geometry, hasFills: boolean): Uploaded {
    const gl = this.#gl
    gl.bindVertexArray(this.#nothing)
    let buffer: WebGLBuffer | null = null
    if (fills.length > 0) {
      buffer = gl.createBuffer()
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffer)
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, fills, gl.STATIC_DRAW)
    }
    gl.activeTexture(gl.TEXTURE0 + texelUnit)
    return {
      lines: this.#texelTexture(lines),
      marks: this.#texelTexture(marks),
      fills: buffer,
      lineStarts,
      markStarts,
      fillStarts,
      hasFills
    }
  }

  #texelTexture({ data, count }: Texels): WebGLTexture {
    const gl = this.#gl
    const rows = Math.ceil(count / texelsWide)
    const texture = emptyTexture(gl, gl.RGBA32F, texelsWide, Math.min(Math.max(rows, 1), this.#tallest))
    const whole = Math.min(Math.floor(count / texelsWide), this.#tallest)
    if (whole > 0) gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, texelsWide, whole, gl.RGBA, gl.FLOAT, data)
    const rest = count - whole * texelsWide
    if (rest > 0 && whole < this.#tallest) {
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, whole, rest, 1, gl.RGBA, gl.FLOAT, data, whole * texelsWide * 4)
    }
    return texture
  }

  #drop(level: Uploaded | null | undefined): void {
    if (!level) return
    this.#gl.deleteTexture(level.lines)
    this.#gl.deleteTexture(level.marks)
    this.#gl.deleteBuffer(level.fills)
  }
}

function emptyTexture(gl: WebGL2RenderingContext, format: number, width: number, height: number): WebGLTexture {
  const texture = gl.createTexture()
  gl.bindTexture(gl.TEXTURE_2D, texture)
  gl.texStorage2D(gl.TEXTURE_2D, 1, format, width, height)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
  return texture
}

function each(runs: readonly number[], starts: Uint32Array, draw: (from: number, count: number) => void): void {
  for (let at = 0; at < runs.length; at += 2) {
    const from = starts[runs[at] ?? 0] ?? 0
    const count = (starts[runs[at + 1] ?? 0] ?? 0) - from
    if (count > 0) draw(from, count)
  }
}

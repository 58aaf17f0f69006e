import type { Shape } from '../../../shared/contracts/shapes.ts'
import type { Size } from '../../imagery/viewport.ts'
import { type Cells, seenRuns, sortIntoCells } from '../cells.ts'
import { detailFor, details, forSpacing, spacingOf, symbolShare } from '../detail.ts'
import type { Frame } from '../frame.ts'
import { asOnePart, GeometryBuilder } from '../geometry.ts'
import type { ShapeSet } from '../shape-set.ts'
import { type Projection, planePart } from './projection.ts'
import { lookUnit, type ShapePrograms } from './shape-programs.ts'
import { looksWide } from './shape-shaders.ts'
import { dataTexture, drop, fits, type Uploaded, upload } from './uploaded.ts'

/** Maximum distance by which a drawn shape extends beyond its bounding box, in CSS pixels. */
const reachPx = 10
/**
 * Time per frame for building a level of detail while the picture moves, in milliseconds. It applies if another level can be drawn in the meantime.
 * It is short, because the pause after the movement is long enough.
 */
const shortBuildMs = 0.2

/** Layer that draws all shapes. Panning and zooming change one uniform, and relabelling changes one texel per shape. */
export class ShapeLayer {
  readonly #gl: WebGL2RenderingContext
  readonly #programs: ShapePrograms
  readonly #nothing: WebGLVertexArrayObject
  readonly #tallest: number
  #looks: WebGLTexture | null = null
  #looksCapacity = 0
  #cells: Cells | null = null
  #levels: (Uploaded | null)[] = details.map(() => null)
  /** Index of the finest detail that the card can hold. */
  #finest = 0
  #edited: Uploaded | null = null
  #building: { detail: number; builder: GeometryBuilder; hasFills: boolean } | null = null
  #settledVersion = -1
  #editedVersion = -1
  #wantsFills = false
  #spacing = Number.POSITIVE_INFINITY
  /** Geometry that {@link drawSettled} draws. */
  shown: Uploaded | null = null
  /** Counter that grows with every change to the colours and styles of settled shapes. */
  looksVersion = 0

  constructor(gl: WebGL2RenderingContext, programs: ShapePrograms) {
    this.#gl = gl
    this.#programs = programs
    this.#nothing = gl.createVertexArray()
    this.#tallest = gl.getParameter(gl.MAX_TEXTURE_SIZE) as number
  }

  /** Applies changes to shapes and looks. */
  take({ shapes, media }: Frame): void {
    this.#gl.bindVertexArray(this.#nothing)
    this.#sync(shapes, media)
  }

  /** Builds the geometry for the current zoom. @returns whether all shapes can be drawn at that level of detail */
  prepare({ shapes, viewport, ratio, buildMs, isMoving }: Frame, mayBuild: boolean): boolean {
    const wanted = Math.max(detailFor(viewport.scale * ratio), this.#finest)
    const standIn = this.#levels.slice(0, wanted).findLast(Boolean) ?? this.#levels.find(Boolean) ?? null
    if (mayBuild) this.#build(shapes, wanted, performance.now() + (standIn && isMoving ? shortBuildMs : buildMs))
    this.shown = this.#levels[wanted] ?? standIn
    return !this.#lacks(wanted)
  }

  /** Draws all shapes except edited ones. */
  drawSettled(to: Projection): void {
    if (this.shown) this.#draw(this.shown, this.#seen(to), to)
  }

  drawEdited(to: Projection): void {
    if (this.#edited) this.#draw(this.#edited, [0, 1], to)
  }

  /** Draws something small with each program, because a software renderer compiles a program at its first use, which is slow. */
  warmUp(to: Projection): void {
    const [finest] = details
    const shapes: Shape[] = [
      { kind: 'point', x: 0, y: 0 },
      {
        kind: 'polygon',
        points: [
          [0, 0],
          [1, 0],
          [0, 1]
        ]
      }
    ]
    const boxes = Float64Array.of(0, 0, 0, 0, 0, 0, 1, 1)
    const geometry =
      finest && new GeometryBuilder({ shapes, boxes, ...asOnePart(0, shapes.length) }, finest, true).work(Number.POSITIVE_INFINITY)
    if (!geometry) return
    const little = upload(this.#gl, geometry, true)
    this.#draw(little, [0, 1], to)
    drop(this.#gl, little)
  }

  /** Builds geometry for other zoom levels. @returns whether there was anything left to build */
  buildAhead(shapes: ShapeSet, until: number): boolean {
    if (this.#settledVersion !== shapes.settledVersion) return false
    const next = details.findIndex((_, detail) => this.#lacks(detail))
    if (next < 0) return false
    this.#gl.bindVertexArray(this.#nothing)
    this.#build(shapes, next, until)
    return true
  }

  close(): void {
    for (const level of [...this.#levels, this.#edited]) drop(this.#gl, level)
    this.#gl.deleteTexture(this.#looks)
  }

  #seen(to: Projection): number[] {
    return this.#cells ? seenRuns(this.#cells.bounds, planePart(to), (reachPx * to.ratio) / to.scale) : []
  }

  #draw(geometry: Uploaded, runs: readonly number[], to: Projection): void {
    const gl = this.#gl
    gl.enable(gl.BLEND)
    gl.bindVertexArray(this.#nothing)
    gl.activeTexture(gl.TEXTURE0 + lookUnit)
    gl.bindTexture(gl.TEXTURE_2D, this.#looks)
    const share = symbolShare((this.#spacing * to.scale) / to.ratio)
    this.#programs.draw(geometry, runs, { ...to, ratio: to.ratio * share })
  }

  #lacks(detail: number): boolean {
    if (!this.#cells || this.#cells.order.length === 0 || detail < this.#finest) return false
    const level = this.#levels[detail]
    return !level || (this.#wantsFills && !level.hasFills)
  }

  #sync(shapes: ShapeSet, media: Size): void {
    if (this.#settledVersion !== shapes.settledVersion) {
      this.#settledVersion = shapes.settledVersion
      for (const level of this.#levels) drop(this.#gl, level)
      this.#levels = details.map(() => null)
      this.#building = null
      this.#finest = 0
      this.#cells = sortIntoCells(shapes.boxes, shapes.settled, media)
      this.#spacing = spacingOf(shapes.settled, media)
    }
    this.#syncLooks(shapes)
    if (this.#editedVersion !== shapes.editedVersion) {
      this.#editedVersion = shapes.editedVersion
      this.#buildEdited(shapes)
    }
  }

  #buildEdited(shapes: ShapeSet): void {
    drop(this.#gl, this.#edited)
    this.#edited = null
    const [finest] = details
    if (shapes.editedCount === 0 || !finest) return
    const edited = { shapes: shapes.shapes, boxes: shapes.boxes, ...asOnePart(shapes.settled, shapes.count) }
    const geometry = new GeometryBuilder(edited, finest, true).work(Number.POSITIVE_INFINITY)
    if (geometry) this.#edited = upload(this.#gl, geometry, true)
  }

  #syncLooks(shapes: ShapeSet): void {
    const gl = this.#gl
    const changed = shapes.takeChangedLooks()
    const capacity = shapes.looks.length / 4
    gl.activeTexture(gl.TEXTURE0 + lookUnit)
    if (capacity !== this.#looksCapacity) {
      gl.deleteTexture(this.#looks)
      this.#looks = dataTexture(gl, gl.RGBA8UI, looksWide, capacity / looksWide)
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
    if (changed.from < shapes.settled) this.looksVersion++
  }

  #build(shapes: ShapeSet, detail: number, until: number): void {
    const cells = this.#cells
    const wanted = details[detail]
    if (!cells || !wanted || !this.#lacks(detail)) return
    if (this.#building?.detail !== detail || this.#building.hasFills !== this.#wantsFills) {
      const from = { shapes: shapes.shapes, boxes: shapes.boxes, order: cells.order, starts: cells.starts }
      this.#building = {
        detail,
        builder: new GeometryBuilder(from, forSpacing(wanted, this.#spacing), this.#wantsFills),
        hasFills: this.#wantsFills
      }
    }
    const { builder, hasFills } = this.#building
    const geometry = builder.work(until)
    if (!geometry) return
    this.#building = null
    drop(this.#gl, this.#levels[detail])
    const isHeld = fits(geometry, this.#tallest)
    this.#levels[detail] = isHeld ? upload(this.#gl, geometry, hasFills) : null
    if (!isHeld) this.#finest = Math.max(this.#finest, detail + 1) // drawn at a coarser detail from now on
  }
}

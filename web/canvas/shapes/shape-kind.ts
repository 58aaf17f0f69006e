import type { Shape } from '../../../shared/contracts/shapes.ts'
import type { Vertex } from '../../../shared/geometry/outline.ts'
import type { Size } from '../../imagery/viewport.ts'
import type { Vertices } from '../vertices.ts'
import type { DragOptions, Handle, HandleOptions, Place } from './handle.ts'

/** Forms of a quad. A blob is any shape too small to be recognised. */
export const Mark = { box: 0, ellipse: 1, point: 2, blob: 3 } as const

/** Pen that draws a path in pixels of the picture. */
export interface OutlinePen {
  moveTo(x: number, y: number): void
  lineTo(x: number, y: number): void
  closePath(): void
  /** Draws an arc. `rotation` is in radians, clockwise on the screen. */
  ellipse(x: number, y: number, radiusX: number, radiusY: number, rotation: number, start: number, end: number): void
}

export type Edited = { shape: Shape } | { refusal: string }

/** Lengths in pixels; null for those that the kind lacks. */
export interface Lengths {
  length: number | null
  perimeter: number | null
  diameter: number | null
}

/** Operations of the canvas on one kind of shape. Places and lengths are in pixels of the picture. */
export interface ShapeKind<S extends Shape> {
  /** True when the kind encloses an area, which may be filled and measured. */
  readonly hasArea: boolean
  /** True when outlines are convex. These are filled without prior cutting into triangles. */
  readonly isConvex: boolean
  /** Measure that is shown while the shape is drawn. */
  readonly headline: 'length' | 'diameter' | 'area'

  mark(shape: S): number
  /** Number of rings: the outline and its holes. */
  ringCount(shape: S): number
  /**
   * Writes one ring of the outline.
   * @param ring 0 is the outer one, then its holes
   * @param tolerance largest distance of a line from the true outline; at 0, straight lines are exact
   */
  trace(shape: S, ring: number, tolerance: number, into: Vertices): void
  /** Adds the true outline to a path. A point has no outline. */
  draw(shape: S, pen: OutlinePen): void
  /** Straight lines that a neighbouring shape can share. */
  straightLines(shape: S): readonly (readonly Vertex[])[]

  /**
   * Distance of a place from the shape: 0 inside an area, else the distance to the nearest edge.
   * For an ellipse it is measured along the ray to the centre, which is never shorter than the true distance.
   */
  distance(shape: S, x: number, y: number): number

  handles(shape: S, options: HandleOptions): Handle[]
  /**
   * Shape after one of its handles was dragged to a place. It stays in the picture. A vertex and the side of an upright box follow the pointer along
   * the edge. Anything else stops at the edge. A midpoint becomes a vertex.
   * The result is a shape of the contract, but it may have lost its area.
   */
  dragged(shape: S, handle: Handle, to: Place, options: DragOptions): Shape
  /** Shape without one vertex. Ring 0 is the outline or the line, then come the holes. A hole with three corners is removed whole. */
  withoutVertex(shape: S, ring: number, index: number): Edited

  /** Shape with every vertex, centre or corner moved. */
  mapped(shape: S, move: (vertex: Vertex) => Vertex): S
  /** Width and height along the shape's own axes. For a line or polygon they are those of the upright bounding box. */
  size(shape: S): Size
  /** Shape resized about its centre. A circle takes the side that differs from its own. */
  resized(shape: S, size: Size): S
  /** Shape with places to a hundredth of a pixel and angles to a ten-thousandth of a degree. Finer values are noise and take room in every file. */
  rounded(shape: S): S

  lengths(shape: S): Lengths
  /** True when the shape has no area, or the line no length. A point is never degenerate. */
  isDegenerate(shape: S): boolean
  /** Reason why the shape cannot be stored, as a sentence. */
  fault(shape: S): string | null
  /** True when the outline or a hole crosses itself. */
  crossesItself(shape: S): boolean
}

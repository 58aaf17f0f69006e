import type { Shape } from '../../../shared/contracts/shapes.ts'
import type { Vertex } from '../../../shared/geometry/outline.ts'
import type { Size } from '../../imagery/viewport.ts'
import type { Vertices } from '../vertices.ts'
import type { DragOptions, Handle, HandleOptions, Place } from './handle.ts'

/** Shapes that are drawn as one quad. A blob represents any shape too small to be recognised. */
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

/** Lengths in pixels; null for those that do not apply to the kind of shape. */
export interface Lengths {
  length: number | null
  perimeter: number | null
  diameter: number | null
}

/** Canvas operations on one kind of shape. Coordinates and lengths are in pixels of the picture. */
export interface ShapeKind<S extends Shape> {
  /** True when the kind encloses an area, which may be filled and measured. */
  readonly hasArea: boolean
  /** True when all outlines are convex, so that they can be filled with a triangle fan. */
  readonly isConvex: boolean
  /** Measurement that is shown while the shape is being drawn. */
  readonly headline: 'length' | 'diameter' | 'area'

  mark(shape: S): number
  /** Number of rings: the outline and its holes. */
  ringCount(shape: S): number
  /**
   * Writes one ring of the outline.
   * @param ring 0 for the outer ring; the holes follow
   * @param tolerance maximum distance between the written line and the true outline; 0 keeps straight lines exact
   */
  trace(shape: S, ring: number, tolerance: number, into: Vertices): void
  /** Adds the true outline to a path. A point has no outline. */
  draw(shape: S, pen: OutlinePen): void
  /** Lines of straight edges to which neighbouring shapes can snap. */
  straightLines(shape: S): readonly (readonly Vertex[])[]

  /**
   * Distance of a point from the shape: 0 inside an area, else the distance to the nearest edge.
   * For an ellipse it is measured along the ray to the centre, which is never shorter than the true distance.
   */
  distance(shape: S, x: number, y: number): number

  handles(shape: S, options: HandleOptions): Handle[]
  /**
   * Shape after a drag of one of its handles to a point. The shape stays in the picture.
   * A vertex, or a side of an axis-aligned box, follows the pointer along the edge. Anything else stops at the edge.
   * A midpoint becomes a vertex. The result satisfies the contract, but may have no area.
   */
  dragged(shape: S, handle: Handle, to: Place, options: DragOptions): Shape
  /** Shape without one vertex. Ring 0 is the outline or the line; the holes follow. A hole with three corners is removed entirely. */
  withoutVertex(shape: S, ring: number, index: number): Edited

  /** Shape after `move` was applied to every vertex, centre or corner. */
  mapped(shape: S, move: (vertex: Vertex) => Vertex): S
  /** Width and height along the shape's own axes. For a line or polygon, those of the axis-aligned bounding box. */
  size(shape: S): Size
  /** Shape resized about its centre. For a circle, the side that differs from the current diameter counts. */
  resized(shape: S, size: Size): S
  /**
   * Shape with coordinates rounded to a hundredth of a pixel, and angles to a ten-thousandth of a degree.
   * Finer values are noise and take up space in every file.
   */
  rounded(shape: S): S

  lengths(shape: S): Lengths
  /** True when the shape has no area, or when a line has no length. A point is never degenerate. */
  isDegenerate(shape: S): boolean
  /** Reason why the shape cannot be stored, as a message; null when it can be. */
  fault(shape: S): string | null
  /** True when the outline or a hole crosses itself. */
  crossesItself(shape: S): boolean
}

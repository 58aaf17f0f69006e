import type { Shape } from '../../../shared/contracts/shapes.ts'
import type { Vertex } from '../../../shared/geometry/outline.ts'
import type { Size } from '../../imagery/viewport.ts'
import type { Vertices } from '../vertices.ts'
import type { DragOptions, Handle, HandleOptions, Place } from './handle.ts'

/** The forms of one quad. A blob is any shape too small to be recognised. */
export const Mark = { box: 0, ellipse: 1, point: 2, blob: 3 } as const

/** A path in pixels of the picture. */
export interface OutlinePen {
  moveTo(x: number, y: number): void
  lineTo(x: number, y: number): void
  closePath(): void
  /** `rotation` is in radians, clockwise as seen on the screen. */
  ellipse(x: number, y: number, radiusX: number, radiusY: number, rotation: number, start: number, end: number): void
}

export type Edited = { shape: Shape } | { refusal: string }

/** Lengths in pixels; null is what the kind does not have. */
export interface Lengths {
  length: number | null
  perimeter: number | null
  diameter: number | null
}

/** Everything that the canvas does with one kind of shape. Places and lengths are in pixels of the picture. */
export interface ShapeKind<S extends Shape> {
  /** Encloses an area, which may be filled and measured. */
  readonly hasArea: boolean
  /** Convex outlines are filled without cutting them into triangles first. */
  readonly isConvex: boolean
  /** The measure that matters while it is drawn. */
  readonly headline: 'length' | 'diameter' | 'area'

  mark(shape: S): number
  /** How many lines the outline has: the outer one and its holes. */
  ringCount(shape: S): number
  /**
   * Writes one line of the outline.
   * @param ring 0 is the outer one, then its holes
   * @param tolerance how far a line may stray from the true outline; 0: not at all where it is straight
   */
  trace(shape: S, ring: number, tolerance: number, into: Vertices): void
  /** Adds the true outline to a path. A point has none. */
  draw(shape: S, pen: OutlinePen): void
  /** Straight lines that a neighbour can share. */
  straightLines(shape: S): readonly (readonly Vertex[])[]

  /**
   * Distance of a place from the shape: 0 inside of what has an area, the way to the nearest edge otherwise.
   * For an ellipse the way along the ray to its centre, which is never shorter than the true one.
   */
  distance(shape: S, x: number, y: number): number

  handles(shape: S, options: HandleOptions): Handle[]
  /**
   * The shape after one of its handles was dragged to a place. It stays in the picture: a vertex, and the side of an upright box, follow
   * the pointer along the edge; anything else stops where it meets it. A midpoint becomes a vertex.
   * The result is a shape of the contract, which may have lost its area.
   */
  dragged(shape: S, handle: Handle, to: Place, options: DragOptions): Shape
  /** Ring 0 is the outline or the line, the holes follow. A hole of three corners goes as a whole. */
  withoutVertex(shape: S, ring: number, index: number): Edited

  /** With every vertex, or its centre or corner, in another place. */
  mapped(shape: S, move: (vertex: Vertex) => Vertex): S
  /** Width and height along the shape's own axes; of a line or a polygon, of the upright box around it. */
  size(shape: S): Size
  /** The shape with another size about its middle. A circle takes the side that differs from its own. */
  resized(shape: S, size: Size): S
  /** Places to a hundredth of a pixel, angles to a ten-thousandth of a degree: finer is noise, and takes room in every file. */
  rounded(shape: S): S

  lengths(shape: S): Lengths
  /** No area, or a line without length. A point is never degenerate. */
  isDegenerate(shape: S): boolean
  /** Why the shape cannot be kept, as a sentence. */
  fault(shape: S): string | null
  /** Whether the outline or a hole crosses itself. */
  crossesItself(shape: S): boolean
}

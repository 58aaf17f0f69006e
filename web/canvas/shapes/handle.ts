import type { Size } from '../../imagery/viewport.ts'

export interface Place {
  x: number
  y: number
}

/** Handle that edits a shape, at a place in pixels of the picture. */
export type Handle = Place &
  (
    | {
        /** Corners clockwise from the top left of the unrotated box; edges clockwise from the top. */
        kind: 'corner' | 'edge'
        index: number
      }
    | {
        /** Radii in the order of `axisEnds`. */
        kind: 'radius'
        index: number
      }
    | {
        kind: 'rotate'
        /** Direction from the centre, in degrees, minus the shape's rotation. */
        direction: number
      }
    | {
        /**
         * Vertex or midpoint. A midpoint lies on the edge from vertex `index` to the next. Ring 0 is the outline or the line, then come the holes.
         */
        kind: 'midpoint'
        ring: number
        index: number
      }
    | {
        kind: 'vertex'
        ring: number
        index: number
      }
  )

export interface HandleOptions {
  picture: Size
  /** Pixels of the picture per CSS pixel. */
  pixel: number
}

export interface DragOptions {
  /** Keeps the ratio of the sides, or of the radii of an ellipse. Rotation goes in steps of 15°. */
  keepRatio: boolean
  /** Drags corners and edges about the centre. */
  fromCentre: boolean
  picture: Size
}

/** Least side or radius after a drag, in pixels of the picture. It keeps a shape from vanishing under the pointer. */
export const leastSide = 0.5

import type { Size } from '../../imagery/viewport.ts'

export interface Place {
  x: number
  y: number
}

/** Handle for editing a shape, at a point in pixels of the picture. */
export type Handle = Place &
  (
    | {
        /** Corners clockwise from the top left of the unrotated box; edges clockwise from the top. */
        kind: 'corner' | 'edge'
        index: number
      }
    | {
        /** Ends of the axes, in the order of `axisEnds`. */
        kind: 'radius'
        index: number
      }
    | {
        kind: 'rotate'
        /** Direction from the centre of the unrotated shape, in degrees. */
        direction: number
      }
    | {
        /** Midpoint of the edge from vertex `index` to the next. Ring 0 is the outline or the line; the holes follow. */
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
  /** Keeps the aspect ratio, or the ratio of an ellipse's radii. Rotates in steps of 15°. */
  keepRatio: boolean
  /** Resizes a box about its centre, so that the opposite side moves too. */
  fromCentre: boolean
  picture: Size
}

/** Minimum side or radius after a drag, in pixels of the picture. It keeps a shape from vanishing under the pointer. */
export const leastSide = 0.5

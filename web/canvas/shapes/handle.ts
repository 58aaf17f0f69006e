import type { Size } from '../../imagery/viewport.ts'

export interface Place {
  x: number
  y: number
}

/** A grip that edits a shape, at a place in pixels of the picture. */
export type Handle = Place &
  (
    | {
        /** Corners clockwise from the top left one of the unrotated box; edges from the top one. */
        kind: 'corner' | 'edge'
        index: number
      }
    | {
        /** In the order of `axisEnds`. */
        kind: 'radius'
        index: number
      }
    | {
        kind: 'rotate'
        /** Degrees of its direction from the centre, less the shape's rotation. */
        direction: number
      }
    | {
        /** A midpoint lies on the edge from the vertex `index` to the next one. Ring 0 is the outline or the line, the holes follow. */
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
  /** Corners and edges keep the ratio of the sides, radii of an ellipse theirs; turning goes in steps of 15°. */
  keepRatio: boolean
  /** Corners and edges are dragged about the centre. */
  fromCentre: boolean
  picture: Size
}

/** A drag leaves a side or a radius at least this long, in pixels of the picture: a shape does not vanish under the pointer. */
export const leastSide = 0.5

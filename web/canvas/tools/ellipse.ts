import type { Ellipse } from '../../../shared/contracts/shapes.ts'
import type { Size } from '../../imagery/viewport.ts'
import { roomFor } from '../shapes/bounds.ts'
import { type Plan, threeClicks } from './plan.ts'
import { axisOf, type Place } from './two-ends.ts'

/** Ellipse from the two ends of an axis and a point beside it. A drag sets two opposite corners of its axis-aligned bounding box. */
export const ellipsePlan: Plan = {
  ...threeClicks,
  shapeOf: ([from, to, side], _event, { picture }) => ellipseAlong(from, to, side, picture),
  dragged: ([left, top], [right, bottom]) =>
    left === right || top === bottom
      ? null
      : {
          kind: 'ellipse',
          x: (left + right) / 2,
          y: (top + bottom) / 2,
          radiusX: Math.abs(right - left) / 2,
          radiusY: Math.abs(bottom - top) / 2,
          rotation: 0
        },
  noExtent: 'An ellipse needs a length and a width.'
}

/** Ellipse along an axis. `from` and `to` are its ends, and the distance of `side` from the axis is the other radius. */
function ellipseAlong(from: Place, to: Place, side: Place, picture: Size): Ellipse | null {
  const axis = axisOf(from, to, side)
  if (!axis) return null
  const { x, y, length, reach, rotation } = axis
  return roomFor(picture, share => ({ kind: 'ellipse', x, y, radiusX: length / 2, radiusY: share * reach, rotation }))
}

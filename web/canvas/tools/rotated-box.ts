import type { RotatedBox } from '../../../shared/contracts/shapes.ts'
import type { Size } from '../../imagery/viewport.ts'
import { roomFor } from '../shapes/bounds.ts'
import { type Plan, threeClicks } from './plan.ts'
import { axisOf, type Place } from './two-ends.ts'

/** Rotated box from the two ends of its centre line and a point on a side parallel to that line. */
export const rotatedBoxPlan: Plan = {
  ...threeClicks,
  shapeOf: ([from, to, side], _event, { picture }) => rotatedBoxAlong(from, to, side, picture),
  noExtent: 'A rotated box needs a length and a width.'
}

/** Rotated box along a centre line. `from` and `to` are the ends of the line, and `side` lies on a side parallel to it. */
function rotatedBoxAlong(from: Place, to: Place, side: Place, picture: Size): RotatedBox | null {
  const axis = axisOf(from, to, side)
  if (!axis) return null
  const { x, y, length, reach, rotation } = axis
  return roomFor(picture, share => ({ kind: 'rotatedBox', x, y, width: length, height: 2 * share * reach, rotation }))
}

import type { Circle } from '../../../shared/contracts/shapes.ts'
import type { Size } from '../../imagery/viewport.ts'
import { type Plan, twoClicks } from './plan.ts'
import type { Place } from './two-ends.ts'

/** Circle from its centre and a point on its circumference. */
export const circlePlan: Plan = {
  ...twoClicks,
  shapeOf: ([centre, to], _event, { picture }) => circleTo(centre, to, picture),
  noExtent: 'A circle needs a radius and some space between its centre and the edge of the image.'
}

function circleTo(centre: Place, to: Place, { width, height }: Size): Circle | null {
  if (!centre || !to) return null
  const [x, y] = centre
  const radius = Math.min(Math.hypot(to[0] - x, to[1] - y), x, y, width - x, height - y)
  return radius > 0 ? { kind: 'circle', x, y, radius } : null
}

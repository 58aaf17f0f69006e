import type { Shape } from '../../../shared/contracts/shapes.ts'
import type { Vertex } from '../../../shared/geometry/outline.ts'
import { type Plan, twoClicks } from './plan.ts'

/** Line with a click for each vertex. A double click or Enter ends it. */
export const linePlan: Plan = {
  clicks: null,
  least: 2,
  closes: false,
  shapeOf: lineOf,
  tooFew: 'A line needs at least two points.',
  noExtent: 'This line has no length.'
}

/** Line between two clicks, whose true length the person enters to set the scale. */
export const scaleLinePlan: Plan = { ...twoClicks, shapeOf: lineOf, noExtent: linePlan.noExtent }

function lineOf(points: readonly Vertex[]): Shape | null {
  return points.length < 2 ? null : { kind: 'line', points: [...points] }
}

import type { Plan } from './plan.ts'

/** Polygon with a click for each corner. A double click, Enter or a click on the first corner ends it. */
export const polygonPlan: Plan = {
  clicks: null,
  least: 3,
  closes: true,
  shapeOf: points => (points.length < 3 ? null : { kind: 'polygon', points: [...points] }),
  tooFew: 'A polygon needs at least three corners.',
  noExtent: 'This polygon has no area: its corners lie on one line.'
}

import { withHole } from '../shapes/holes.ts'
import type { Plan } from './plan.ts'
import { polygonPlan } from './polygon.ts'

const choosePolygon = 'Select one polygon to cut a hole into it.'

/** Hole that is drawn as a polygon and cut out of the selected polygon. */
export const holePlan: Plan = {
  ...polygonPlan,
  forbids: ({ selectedPolygon }) => (selectedPolygon ? null : choosePolygon),
  finish: (shape, { selectedPolygon }) => {
    if (!selectedPolygon || shape.kind !== 'polygon') return { refusal: choosePolygon }
    return withHole(selectedPolygon, shape.points)
  },
  tooFew: 'A hole needs at least three corners.',
  noExtent: 'This hole has no area: its corners lie on one line.'
}

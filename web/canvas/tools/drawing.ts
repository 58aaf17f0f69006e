import type { Shape } from '../../../shared/contracts/shapes.ts'
import type { Vertex } from '../../../shared/geometry/outline.ts'
import { withHole } from '../shapes/holes.ts'
import { freehandTool } from './freehand.ts'
import { boxBetween, circleTo, ellipseAlong, rotatedBoxAlong } from './one-stroke-shapes.ts'
import { type Plan, placingTool } from './placing.ts'
import type { DrawingTool } from './tool-event.ts'
import type { DrawingToolName } from './tool-names.ts'

/**
 * A fresh tool, with nothing drawn yet. What comes out lies in the picture and has an area, or for a line a length.
 *
 * - point: one click
 * - box: two opposite corners; Shift makes a square, Alt begins at the centre
 * - rotated box: the two ends of its long middle line, then how wide
 * - circle: centre, then a point of the curve
 * - ellipse: the two ends of an axis, then how wide
 * - line, polygon: a click for each vertex; a double click or Enter ends, for a polygon also a click on the first vertex
 * - freehand: along the pointer's way; a drag, or from one click to the next
 * - hole: a polygon that is taken out of the selected one; what comes out is that polygon
 * - ruler: a line that stays as the draft until the next press, and never comes out
 * - scale line: a line between two clicks
 * - scale mark: one click on a laser point
 */
export function drawingTool(name: DrawingToolName): DrawingTool {
  if (name === 'freehand') return freehandTool()
  return name === 'ruler' ? rulerTool() : placingTool(plans[name])
}

const twoClicks = { clicks: 2, least: 2, closes: false, tooFew: '' }
const threeClicks = { ...twoClicks, clicks: 3 }
const linePlan: Plan = {
  clicks: null,
  least: 2,
  closes: false,
  shapeOf: lineOf,
  tooFew: 'A line needs at least two points.',
  noExtent: 'This line has no length.'
}
const polygonPlan: Plan = {
  clicks: null,
  least: 3,
  closes: true,
  shapeOf: points => (points.length < 3 ? null : { kind: 'polygon', points: [...points] }),
  tooFew: 'A polygon needs at least three corners.',
  noExtent: 'This polygon has no area: its corners lie on one line.'
}
const choosePolygon = 'Select one polygon to cut a hole into it.'

const pointPlan: Plan = {
  ...twoClicks,
  clicks: 1,
  shapeOf: ([at]) => (at ? { kind: 'point', x: at[0], y: at[1] } : null),
  noExtent: ''
}

const plans: Record<Exclude<DrawingToolName, 'freehand' | 'ruler'>, Plan> = {
  point: pointPlan,
  box: {
    ...twoClicks,
    shapeOf: ([from, to], { shift, alt }, { picture }) => boxBetween(from, to, { square: shift, fromCentre: alt }, picture),
    noExtent: 'A box needs a width and a height.'
  },
  circle: {
    ...twoClicks,
    shapeOf: ([centre, to], _event, { picture }) => circleTo(centre, to, picture),
    noExtent: 'A circle needs a radius, and its centre some room to the edge of the picture.'
  },
  rotatedBox: {
    ...threeClicks,
    shapeOf: ([from, to, side], _event, { picture }) => rotatedBoxAlong(from, to, side, picture),
    noExtent: 'A rotated box needs a length and a width.'
  },
  ellipse: {
    ...threeClicks,
    shapeOf: ([from, to, side], _event, { picture }) => ellipseAlong(from, to, side, picture),
    noExtent: 'An ellipse needs a length and a width.'
  },
  line: linePlan,
  polygon: polygonPlan,
  hole: {
    ...polygonPlan,
    forbids: ({ selectedPolygon }) => (selectedPolygon ? null : choosePolygon),
    finish: (shape, { selectedPolygon }) => {
      if (!selectedPolygon || shape.kind !== 'polygon') return { refusal: choosePolygon }
      return withHole(selectedPolygon, shape.points)
    },
    tooFew: 'A hole needs at least three corners.',
    noExtent: 'This hole has no area: its corners lie on one line.'
  },
  scaleLine: { ...twoClicks, shapeOf: lineOf, noExtent: linePlan.noExtent },
  scaleMark: pointPlan
}

function lineOf(points: readonly Vertex[]): Shape | null {
  return points.length < 2 ? null : { kind: 'line', points: [...points] }
}

function rulerTool(): DrawingTool {
  const placing = placingTool(linePlan)
  let measured: Shape | null = null
  return {
    handle(event, context) {
      if (event.type === 'down' || event.type === 'escape') measured = null
      const step = placing.handle(event, context)
      if (step.done) measured = step.done
      return measured ? { draft: measured, placed: [], done: null } : step
    }
  }
}

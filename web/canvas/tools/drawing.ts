import { boxPlan } from './box.ts'
import { circlePlan } from './circle.ts'
import { ellipsePlan } from './ellipse.ts'
import { freehandTool } from './freehand.ts'
import { holePlan } from './hole.ts'
import { linePlan, scaleLinePlan } from './line.ts'
import { placingTool } from './placing.ts'
import type { Plan } from './plan.ts'
import { pointPlan } from './point.ts'
import { polygonPlan } from './polygon.ts'
import { rotatedBoxPlan } from './rotated-box.ts'
import { rulerTool } from './ruler.ts'
import type { DrawingTool } from './tool-event.ts'
import type { DrawingToolName } from './tool-names.ts'

const plans: Record<Exclude<DrawingToolName, 'freehand' | 'brush' | 'eraser' | 'ruler'>, Plan> = {
  point: pointPlan,
  box: boxPlan,
  rotatedBox: rotatedBoxPlan,
  circle: circlePlan,
  ellipse: ellipsePlan,
  line: linePlan,
  polygon: polygonPlan,
  hole: holePlan,
  scaleLine: scaleLinePlan,
  scaleMark: pointPlan,
  outlineMark: pointPlan
}

/** Creates a drawing tool. Its shapes lie inside the picture. All of them except points have an area or, for a line, a length. */
export function drawingTool(name: Exclude<DrawingToolName, 'brush' | 'eraser'>): DrawingTool {
  if (name === 'freehand') return freehandTool()
  return name === 'ruler' ? rulerTool() : placingTool(plans[name])
}

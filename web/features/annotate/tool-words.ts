import type { ToolName } from '../../canvas/tools/tool-names.ts'

/** Names of the tools in the toolbar. The tools of the scale are in its panel. The clicks on an outline have a bar. */
export const toolWords: Record<Exclude<ToolName, 'scaleLine' | 'scaleMark' | 'outlineMark'>, string> = {
  select: 'Select and move',
  point: 'Point',
  box: 'Box',
  rotatedBox: 'Rotated box',
  circle: 'Circle',
  ellipse: 'Ellipse',
  line: 'Line',
  polygon: 'Polygon',
  freehand: 'Freehand',
  brush: 'Brush',
  eraser: 'Eraser',
  hole: 'Cut a hole',
  ruler: 'Ruler'
}

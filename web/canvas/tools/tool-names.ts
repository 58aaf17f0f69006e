export type DrawingToolName =
  | 'point'
  | 'box'
  | 'rotatedBox'
  | 'circle'
  | 'ellipse'
  | 'line'
  | 'polygon'
  | 'freehand'
  | 'brush'
  | 'eraser'
  | 'hole'
  | 'ruler'
  | 'scaleLine'
  | 'scaleMark'
  | 'outlineMark'

export type ToolName = 'select' | DrawingToolName

/** Shortcut keys of the tools, in the format of the shortcut registry: `shift+s`. A tool that BIIGLE also has uses the key of BIIGLE. */
export const toolKeys: Readonly<Record<Exclude<ToolName, 'scaleLine' | 'scaleMark' | 'outlineMark'>, string>> = {
  select: 'v',
  point: 'a',
  box: 's',
  rotatedBox: 'shift+s',
  circle: 'd',
  ellipse: 'shift+d',
  line: 'f',
  polygon: 'g',
  freehand: 'shift+g',
  brush: 'b',
  eraser: 'shift+b',
  hole: 'h',
  ruler: 'r'
}

import type { Vertex } from '../../../shared/geometry/outline.ts'
import { inPicture } from '../shapes/bounds.ts'
import { isDegenerate, rounded } from '../shapes/edits.ts'
import { Mask } from './mask.ts'
import type { DrawingContext, DrawingStep, DrawingTool, ToolEvent } from './tool-event.ts'

/** Radius of the brush in CSS pixels, so that a higher zoom makes it finer. */
export const brushRadiusPx = 14

export interface BrushTool extends DrawingTool {
  /** Sets whether the next strokes erase. */
  erases: (isErasing: boolean) => void
}

/** Brush that paints a mask by strokes, with an eraser. Enter, or another tool, turns each part into a polygon. */
// Long: a state machine whose steps share the mask.
export function brushTool(): BrushTool {
  let mask = new Mask()
  let parts = mask.polygons()
  let isErasing = false
  let last: Vertex | null = null

  function begin(): void {
    mask = new Mask()
    parts = []
    last = null
  }

  const hint = () =>
    parts.length > 1 ? `${parts.length} parts become ${parts.length} annotations · Enter saves · Esc cancels` : 'Enter saves · Esc cancels'

  function drafted(): DrawingStep {
    const [largest = null, ...others] = parts
    return { draft: largest, others, placed: [], done: null, ...(largest && { hint: hint() }) }
  }

  function paint(event: ToolEvent, { picture, scale }: DrawingContext): void {
    const at = inPicture(event.at, picture)
    mask.paint(last ?? at, at, brushRadiusPx / scale, !isErasing, picture)
    last = at
    parts = mask.polygons()
  }

  function finished(): DrawingStep {
    const shapes = parts.map(rounded).filter(shape => !isDegenerate(shape))
    begin()
    const [first = null, ...others] = shapes
    return { draft: null, placed: [], done: first, alsoDone: others }
  }

  return {
    erases(next) {
      isErasing = next
      last = null
    },
    handle(event, context) {
      switch (event.type) {
        case 'down':
          if (isErasing && mask.isEmpty) return { ...drafted(), message: 'Paint with the brush first: the eraser only removes paint.' }
          last = null
          paint(event, context)
          return drafted()
        case 'move':
          if (last) paint(event, context)
          return drafted()
        case 'up':
        case 'cancel':
          last = null
          return drafted()
        case 'enter':
        case 'leave':
          return finished()
        case 'escape':
          begin()
          return drafted()
        case 'backspace':
        case 'doubleClick':
          return drafted()
      }
    }
  }
}

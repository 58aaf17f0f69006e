import type { Shape } from '../../../shared/contracts/shapes.ts'
import { linePlan } from './line.ts'
import { placingTool } from './placing.ts'
import type { DrawingTool } from './tool-event.ts'

/** Measuring line that stays as a draft until the next press or Escape, and is never stored. */
export function rulerTool(): DrawingTool {
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

import type { Shape } from '../../../shared/contracts/shapes.ts'
import { largestDiameter } from '../../../shared/geometry/diameter.ts'
import { shapeArea, type Vertex } from '../../../shared/geometry/outline.ts'
import { simplifyRing } from '../../../shared/geometry/simplify-ring.ts'
import { uncrossed } from '../../../shared/geometry/uncrossed.ts'
import { inPicture } from '../shapes/bounds.ts'
import { isDegenerate, rounded } from '../shapes/edits.ts'
import { clickPx, type DrawingContext, type DrawingStep, type DrawingTool, type ToolEvent } from './tool-event.ts'

/** Minimum distance between stored points of the path, in CSS pixels: half the tolerance of the final outline. */
const stepPx = 0.5
const tolerancePx = 1
const mostVertices = 10_000

/** Polygon along the path of the pointer, either while it is pressed or from one click to the next. */
// Long: a state machine whose steps share the path.
export function freehandTool(): DrawingTool {
  let way: Vertex[] = []
  let mode: 'idle' | 'drag' | 'click' = 'idle'
  let pressed: ToolEvent | null = null

  function begin(): void {
    way = []
    mode = 'idle'
    pressed = null
  }

  function follow(event: ToolEvent, { picture, scale }: DrawingContext): void {
    const at = inPicture(event.at, picture)
    const last = way.at(-1)
    if (!last || Math.hypot(at[0] - last[0], at[1] - last[1]) * scale >= stepPx) way.push(at)
  }

  const drafted = (message?: string): DrawingStep => ({
    draft: way.length < 2 ? null : { kind: 'line', points: [...way] },
    placed: way.slice(0, 1),
    done: null,
    ...(message !== undefined && { message })
  })

  function finished({ scale }: DrawingContext): DrawingStep {
    const shape = outlineOf(way, scale)
    begin()
    if (!shape) return drafted('This outline has no area.')
    return { draft: null, placed: [], done: shape }
  }

  return {
    handle(event, context) {
      switch (event.type) {
        case 'down':
          pressed = event
          if (mode === 'idle') mode = 'drag'
          follow(event, context)
          return drafted()
        case 'move':
          if (mode !== 'idle') follow(event, context)
          return drafted()
        case 'up': {
          if (!pressed || mode === 'idle') return drafted()
          follow(event, context)
          const isClick = Math.hypot(event.screen.x - pressed.screen.x, event.screen.y - pressed.screen.y) < clickPx
          pressed = null
          if (mode === 'drag' && isClick && way.length * stepPx < 2 * clickPx) {
            mode = 'click'
            return drafted()
          }
          return finished(context)
        }
        case 'leave':
        case 'enter':
          return mode === 'click' ? finished(context) : drafted()
        case 'cancel':
          pressed = null
          if (mode === 'drag') begin()
          return drafted()
        case 'doubleClick':
          // the double click ended an outline with its first click and began a new one with its second
          if (way.length * stepPx < 2 * clickPx) begin()
          return drafted()
        case 'escape':
        case 'backspace':
          begin()
          return drafted()
      }
    }
  }
}

/**
 * Outline within one CSS pixel of the path. The tolerance is increased only if too many vertices remain.
 * Null for a path that is narrower than about one CSS pixel, encloses no area, or crosses itself too often.
 */
function outlineOf(way: readonly Vertex[], scale: number): Shape | null {
  if (way.length < 3) return null
  let points = simplifyRing(way, tolerancePx / scale)
  for (let tolerance = 2; points.length > mostVertices; tolerance *= 2) points = simplifyRing(way, tolerance / scale)
  const once = uncrossed(points)
  if (!once) return null
  const shape = rounded({ kind: 'polygon', points: once })
  const isStroke = 2 * shapeArea(shape) < largestDiameter(shape) * (tolerancePx / scale)
  return isStroke || isDegenerate(shape) ? null : shape
}

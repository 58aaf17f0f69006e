import type { Shape } from '../../../shared/contracts/shapes.ts'
import { crossesItself } from '../../../shared/geometry/crossings.ts'
import type { Vertex } from '../../../shared/geometry/outline.ts'
import { uncrossed } from '../../../shared/geometry/uncrossed.ts'
import { inPicture } from '../shapes/bounds.ts'
import { isDegenerate, rounded } from '../shapes/edits.ts'
import type { Plan } from './plan.ts'
import { clickPx, type DrawingContext, type DrawingStep, type DrawingTool, type ToolEvent } from './tool-event.ts'

/** Distance in CSS pixels within which two clicks set only one vertex, because they form a double click. */
const twinPx = 2
/** Maximum distance in CSS pixels between the clicks of a double click. It is large, for work on a moving ship. */
const doubleClickPx = 8
const mostVertices = 10_000

/** Tool that sets each vertex with a click. For a shape with a fixed number of clicks, a drag can set the first two. */
// Long: a state machine whose steps share the placed vertices.
export function placingTool(plan: Plan): DrawingTool {
  let placed: Vertex[] = []
  let pressed: { event: ToolEvent; at: Vertex } | null = null
  let pointer: Vertex | null = null
  /** Point where the last shape ended, while the pointer stays there. A second click there belongs to the same double click. */
  let endedAt: Vertex | null = null
  let didLastClickPlace = false

  function begin(): void {
    placed = []
    pressed = null
    pointer = null
  }

  const isDrag = (event: ToolEvent) =>
    pressed !== null &&
    placed.length === 0 &&
    plan.clicks !== null &&
    plan.clicks > 1 &&
    Math.hypot(event.screen.x - pressed.event.screen.x, event.screen.y - pressed.event.screen.y) >= clickPx

  function drafted(event: ToolEvent, context: DrawingContext, message?: string): DrawingStep {
    const points = pressed && isDrag(event) ? [pressed.at] : [...placed]
    if (pointer && (pressed || placed.length > 0)) points.push(pointer)
    const [from, to] = points
    const dragged = from && to && isDrag(event) ? plan.dragged?.(from, to, context) : null
    const draft = dragged ?? plan.shapeOf(points, event, context) ?? partOf(points)
    const hint = plan.clicks !== null && placed.length === plan.clicks - 1 ? plan.hint : undefined
    return { draft, placed: [...placed], done: null, ...(message !== undefined && { message }), ...(hint !== undefined && { hint }) }
  }

  function place(at: Vertex, event: ToolEvent, context: DrawingContext): DrawingStep {
    const isNear = (vertex: Vertex | null | undefined, reachPx: number) => !!vertex && apart(at, vertex) * context.scale <= reachPx
    if (isNear(placed.at(-1), twinPx)) return drafted(event, context)
    if (plan.clicks === 1 && isNear(endedAt, twinPx)) return drafted(event, context)
    if (plan.closes && placed.length >= plan.least && isNear(placed[0], event.reachPx)) return finished(event, context)
    if (plan.clicks === null && placed.length >= mostVertices)
      return drafted(event, context, `A shape can have at most ${mostVertices} vertices.`)
    placed.push(at)
    didLastClickPlace = true
    return placed.length === plan.clicks ? finished(event, context) : drafted(event, context)
  }

  function finished(event: ToolEvent, context: DrawingContext): DrawingStep {
    const refused = (sentence: string) => {
      if (plan.clicks !== null) placed.pop()
      return drafted(event, context, sentence)
    }
    if (plan.clicks === null && placed.length < plan.least) return drafted(event, context, plan.tooFew)
    return ended(plan.shapeOf(placed, event, context), context, refused)
  }

  function ended(shape: Shape | null, context: DrawingContext, refused: (sentence: string) => DrawingStep): DrawingStep {
    if (shape?.kind === 'polygon' && crossesItself(shape.points))
      return refused('The outline crosses itself. Remove corners with Backspace.')
    if (!shape || isDegenerate(rounded(shape))) return refused(plan.noExtent)
    const end = plan.finish?.(shape, context) ?? { shape }
    if ('refusal' in end) return refused(end.refusal)
    endedAt = pointer
    begin()
    return { draft: null, placed: [], done: rounded(end.shape) }
  }

  return {
    handle(event, context) {
      const at = inPicture(event.at, context.picture)
      switch (event.type) {
        case 'down': {
          const sentence = placed.length === 0 && plan.forbids?.(context)
          if (sentence) return { draft: null, placed: [], done: null, message: sentence }
          pressed = { event, at }
          pointer = at
          return drafted(event, context)
        }
        case 'move':
          pointer = at
          if (endedAt && apart(at, endedAt) * context.scale > doubleClickPx) endedAt = null
          return drafted(event, context)
        case 'up': {
          if (!pressed) return drafted(event, context)
          pointer = at
          didLastClickPlace = false
          if (isDrag(event)) {
            // outside the picture, both ends of a drag can map to the same point of its edge
            if (apart(pressed.at, at) * context.scale <= twinPx) {
              begin()
              return drafted(event, context, plan.noExtent)
            }
            if (plan.dragged) {
              const shape = plan.dragged(pressed.at, at, context)
              begin()
              return ended(shape, context, sentence => drafted(event, context, sentence))
            }
            placed.push(pressed.at)
          }
          pressed = null
          return place(at, event, context)
        }
        case 'cancel':
          pressed = null
          pointer = null
          return drafted(event, context)
        case 'doubleClick':
          if (endedAt && placed.length === 1) begin()
          if (plan.clicks !== null) return drafted(event, context)
          dropTwin(context.scale)
          return placed.length < plan.least ? drafted(event, context) : finished(event, context)
        case 'enter':
          return plan.clicks === null && placed.length > 0 ? finished(event, context) : drafted(event, context)
        case 'leave':
          return placed.length >= plan.least ? left(event, context) : drafted(event, context)
        case 'backspace':
          placed.pop()
          return drafted(event, context)
        case 'escape':
          begin()
          return drafted(event, context)
      }
    }
  }

  /**
   * Shape that is kept when another tool or picture is chosen. A shape without a width gets a width of a third of its length. An outline that
   * crosses itself is untangled, because nobody can correct it any more.
   */
  function left(event: ToolEvent, context: DrawingContext): DrawingStep {
    if (plan.clicks === null) {
      const shape = untangled(plan.shapeOf(placed, event, context))
      if (shape?.kind === 'polygon' && crossesItself(shape.points))
        return drafted(event, context, 'The outline crossed itself too often and was not kept.')
      return ended(shape, context, sentence => drafted(event, context, sentence))
    }
    const drawn = pointer && plan.shapeOf([...placed, pointer], event, context)
    const isFlat = !drawn || isDegenerate(rounded(drawn))
    return ended(isFlat ? plan.shapeOf([...placed, besideOf(placed)], event, context) : drawn, context, () => drafted(event, context))
  }

  /** Drops the vertex that the second click of a double click added. */
  function dropTwin(scale: number): void {
    const [last, before] = [placed.at(-1), placed.at(-2)]
    if (didLastClickPlace && last && before && apart(last, before) * scale <= doubleClickPx) placed.pop()
  }
}

/** Equivalent polygon that does not cross itself, or the same shape if there is none. */
function untangled(shape: Shape | null): Shape | null {
  if (shape?.kind !== 'polygon' || !crossesItself(shape.points)) return shape
  const points = uncrossed(shape.points)
  return points ? { ...shape, points } : shape
}

/** Point beside the midpoint of the first two points, at a sixth of the distance between them. */
function besideOf([from = [0, 0], to = [0, 0]]: readonly Vertex[]): Vertex {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  return [from[0] + dx / 2 - dy / 6, from[1] + dy / 2 + dx / 6]
}

const apart = (a: Vertex, b: Vertex) => Math.hypot(a[0] - b[0], a[1] - b[1])

function partOf(points: readonly Vertex[]): Shape | null {
  const [first] = points
  if (!first) return null
  return points.length === 1 ? { kind: 'point', x: first[0], y: first[1] } : { kind: 'line', points: [...points] }
}

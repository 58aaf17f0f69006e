import type { Shape } from '../../../shared/contracts/shapes.ts'
import { enclosingBox, type Vertex } from '../../../shared/geometry/outline.ts'
import type { Rectangle, ScreenPoint, Size } from '../../imagery/viewport.ts'
import { inPicture } from '../shapes/bounds.ts'
import { type Edit, movedInside, settledEdits, uncrossed, withoutVertex } from '../shapes/edits.ts'
import type { Handle } from '../shapes/handle.ts'
import { kindOf } from '../shapes/kinds.ts'
import { clickPx, type ToolEvent } from './tool-event.ts'

export interface SelectContext {
  picture: Size
  /** CSS pixels per pixel of the picture. */
  scale: number
  selected: readonly string[]
  shapeOf(id: string): Shape | null | undefined
  pick(at: ScreenPoint, reachPx: number): string[]
  within(rectangle: Rectangle): string[]
  mayEdit(id: string): boolean
  /** A place near a vertex or an edge of another shape is taken to it. */
  snap(at: { x: number; y: number }, editedId: string): { x: number; y: number }
}

export interface SelectStep {
  /** What is selected from now on. */
  select?: string[]
  /** What a gesture did, once, at its end. */
  edits?: Edit[]
  message?: string
  /** How the edited shapes look while the gesture goes on. */
  preview: readonly Edit[]
  lasso: Rectangle | null
  /** Moves the picture by so much on the screen. */
  pan: { dx: number; dy: number } | null
  /** The handle under the pointer, or the one that is dragged or was clicked last. */
  handle: Handle | null
  cursor: 'grab' | 'grabbing' | 'pointer' | 'move' | 'crosshair'
}

export interface SelectTool {
  handle(event: ToolEvent, context: SelectContext): SelectStep
  /** Whether Escape has something to call off. */
  readonly isBusy: boolean
  /** Whether Backspace takes a vertex out. */
  readonly hasVertex: boolean
}

type Gesture =
  | { kind: 'handle'; id: string; shape: Shape; handle: Handle }
  | { kind: 'move'; shapes: Edit[] }
  | { kind: 'lasso' }
  | { kind: 'pan'; last: ScreenPoint }

/** How near to a shape a press takes hold of it, in CSS pixels: less than a handle, or neighbours could not be told apart. */
const shapeReachPx = 6

/**
 * A click selects what lies under it, the same click again what lies below that; Shift adds or takes away. A drag on a handle edits, on
 * what is selected moves it, with Shift selects what lies in a rectangle, elsewhere moves the picture. A click on a vertex marks it:
 * Backspace then takes it out, as Alt and a click do at once.
 */
export function selectTool(): SelectTool {
  let pressed: { event: ToolEvent; gesture: Gesture } | null = null
  let isDragging = false
  let preview: Edit[] = []
  let lasso: Rectangle | null = null
  let marked: { id: string; handle: Extract<Handle, { kind: 'vertex' }> } | null = null
  let lastClick: ScreenPoint | null = null

  function begin(): void {
    pressed = null
    isDragging = false
    preview = []
    lasso = null
  }

  const step = (more: Partial<SelectStep> = {}): SelectStep => ({
    preview,
    lasso,
    pan: null,
    handle: marked?.handle ?? null,
    cursor: 'grab',
    ...more
  })

  function editable({ selected, mayEdit, shapeOf }: SelectContext): Edit[] {
    return selected.flatMap(id => {
      const shape = mayEdit(id) ? shapeOf(id) : null
      return shape ? [{ id, shape }] : []
    })
  }

  function handleUnder(event: ToolEvent, context: SelectContext): { id: string; shape: Shape; handle: Handle } | null {
    const [only, ...more] = context.selected.length === 1 ? editable(context) : []
    if (!only || more.length > 0) return null
    const { width, height } = enclosingBox(only.shape)
    const side = (only.shape.kind === 'line' ? Math.max(width, height) : Math.min(width, height)) * context.scale
    // of a small shape the middle stays free, to move it by
    const reach = Math.min(event.reachPx, Math.max(clickPx, side / 4)) / context.scale
    const handle = nearest(kindOf(only.shape).handles(only.shape, { picture: context.picture, pixel: 1 / context.scale }), event.at, reach)
    return handle && { ...only, handle }
  }

  function gestureAt(event: ToolEvent, context: SelectContext): Gesture {
    const held = handleUnder(event, context)
    if (held) return { kind: 'handle', ...held }
    if (event.shift) return { kind: 'lasso' }
    const under = context.pick(event.screen, shapeReachPx)
    const shapes = editable(context)
    if (shapes.some(({ id }) => under.includes(id))) return { kind: 'move', shapes }
    return { kind: 'pan', last: event.screen }
  }

  function drag(event: ToolEvent, context: SelectContext): SelectStep {
    if (!pressed) return step()
    const { event: from, gesture } = pressed
    switch (gesture.kind) {
      case 'handle': {
        const { id, shape, handle } = gesture
        const place = { x: handle.x + event.at.x - from.at.x, y: handle.y + event.at.y - from.at.y }
        const isVertex = handle.kind === 'vertex' || handle.kind === 'midpoint'
        const to = isVertex ? context.snap(place, id) : place
        const after = kindOf(shape).dragged(shape, handle, to, { keepRatio: event.shift, fromCentre: event.alt, picture: context.picture })
        preview = [{ id, shape: after }]
        return step({ handle: { ...handle, ...to }, cursor: 'crosshair' })
      }
      case 'move': {
        const [dx, dy] = [event.at.x - from.at.x, event.at.y - from.at.y]
        const shapes = movedInside(
          gesture.shapes.map(({ shape }) => shape),
          dx,
          dy,
          context.picture
        )
        preview = gesture.shapes.map(({ id, shape }, index) => ({ id, shape: shapes[index] ?? shape }))
        return step({ cursor: 'move' })
      }
      case 'lasso':
        lasso = rectangleBetween(inPicture(from.at, context.picture), inPicture(event.at, context.picture))
        return step({ cursor: 'crosshair' })
      case 'pan': {
        const pan = { dx: event.screen.x - gesture.last.x, dy: event.screen.y - gesture.last.y }
        gesture.last = event.screen
        return step({ pan, cursor: 'grabbing' })
      }
    }
  }

  function end(event: ToolEvent, context: SelectContext): SelectStep {
    const gesture = pressed?.gesture
    drag(event, context)
    const [edits, rectangle] = [preview, lasso]
    begin()
    marked = null
    if (gesture?.kind === 'lasso' && rectangle) {
      return step({ select: [...new Set([...context.selected, ...context.within(rectangle)])] })
    }
    if (gesture?.kind === 'handle') {
      const [edit] = edits
      const end = edit && uncrossed(gesture.shape, { shape: edit.shape })
      return end && 'refusal' in end ? step({ message: end.refusal }) : step(settledEdits(edits))
    }
    return gesture?.kind === 'move' ? step(settledEdits(edits)) : step()
  }

  function withoutMarked(context: SelectContext): SelectStep {
    const shape = marked && context.shapeOf(marked.id)
    if (!marked || !shape) return step()
    const { id, handle } = marked
    const end = withoutVertex(shape, handle.ring, handle.index)
    marked = null
    return 'refusal' in end ? step({ message: end.refusal }) : step(settledEdits([{ id, shape: end.shape }]))
  }

  function click(event: ToolEvent, context: SelectContext): SelectStep {
    const gesture = pressed?.gesture
    begin()
    marked = null
    if (gesture?.kind === 'handle' && !event.shift && gesture.handle.kind === 'vertex') {
      marked = { id: gesture.id, handle: gesture.handle }
      return event.alt ? withoutMarked(context) : step()
    }
    const under = context.pick(event.screen, shapeReachPx)
    const { selected } = context
    const isAgain = lastClick !== null && Math.hypot(event.screen.x - lastClick.x, event.screen.y - lastClick.y) <= clickPx
    lastClick = event.screen
    const [first] = under
    if (event.shift) {
      if (first === undefined) return step()
      return step({ select: selected.includes(first) ? selected.filter(id => id !== first) : [...selected, first] })
    }
    if (first === undefined) return step({ select: [] })
    const at = isAgain && selected.length === 1 ? under.indexOf(selected[0] as string) : -1
    return step({ select: [under[(at + 1) % under.length] ?? first], cursor: 'move' })
  }

  function hover(event: ToolEvent, context: SelectContext): SelectStep {
    const held = handleUnder(event, context)
    if (held) return step({ handle: held.handle, cursor: 'crosshair' })
    if (event.shift) return step({ cursor: 'crosshair' })
    const under = context.pick(event.screen, shapeReachPx)
    const isOwn = under.some(id => context.selected.includes(id) && context.mayEdit(id))
    return step({ cursor: isOwn ? 'move' : under.length > 0 ? 'pointer' : 'grab' })
  }

  return {
    get isBusy() {
      return pressed !== null || marked !== null
    },
    get hasVertex() {
      return marked !== null && pressed === null
    },
    handle(event, context) {
      if (marked && !context.selected.includes(marked.id)) marked = null
      switch (event.type) {
        case 'down':
          begin()
          pressed = { event, gesture: gestureAt(event, context) }
          return step({ cursor: pressed.gesture.kind === 'pan' ? 'grab' : 'crosshair' })
        case 'move': {
          if (!pressed) return hover(event, context)
          const { screen } = pressed.event
          isDragging ||= Math.hypot(event.screen.x - screen.x, event.screen.y - screen.y) >= clickPx
          return isDragging ? drag(event, context) : step()
        }
        case 'up':
          if (!pressed) return step()
          return isDragging ? end(event, context) : click(event, context)
        case 'escape':
          if (pressed) begin()
          else if (marked) marked = null
          else if (context.selected.length > 0) return step({ select: [] })
          return step()
        case 'cancel':
          begin()
          return step()
        case 'backspace':
          return pressed ? step() : withoutMarked(context)
        case 'enter':
        case 'doubleClick':
          return step()
      }
    }
  }
}

function nearest(handles: readonly Handle[], at: { x: number; y: number }, reach: number): Handle | null {
  let [found, away]: [Handle | null, number] = [null, reach]
  for (const handle of handles) {
    const distance = Math.hypot(handle.x - at.x, handle.y - at.y)
    if (distance <= away) [found, away] = [handle, distance]
  }
  return found
}

function rectangleBetween([ax, ay]: Vertex, [bx, by]: Vertex): Rectangle {
  return { left: Math.min(ax, bx), top: Math.min(ay, by), right: Math.max(ax, bx), bottom: Math.max(ay, by) }
}

import type { Vertex } from '../../../shared/geometry/outline.ts'
import type { Rectangle, ScreenPoint } from '../../imagery/viewport.ts'
import { inPicture } from '../shapes/bounds.ts'
import { type Edit, movedInside, settledEdits, uncrossed, withoutVertex } from '../shapes/edits.ts'
import type { Handle } from '../shapes/handle.ts'
import { kindOf } from '../shapes/kinds.ts'
import { type Gesture, gestureAt, handleUnder, type SelectContext, shapeReachPx } from './select-gestures.ts'
import { clickPx, type ToolEvent } from './tool-event.ts'

export interface SelectStep {
  /** Ids of the new selection. */
  select?: string[]
  /** Edits of a gesture, reported once at its end. */
  edits?: Edit[]
  message?: string
  /** Edited shapes during the gesture. */
  preview: readonly Edit[]
  lasso: Rectangle | null
  /** Distance on the screen by which the picture moves. */
  pan: { dx: number; dy: number } | null
  /** Handle under the pointer, or the one that is being dragged or was clicked last. */
  handle: Handle | null
  cursor: 'grab' | 'grabbing' | 'pointer' | 'move' | 'crosshair'
}

type MarkedVertex = { id: string; handle: Extract<Handle, { kind: 'vertex' }> }

/**
 * Select tool. A click selects the shape under the pointer, and another click there selects the one below. With Shift, a click adds or removes
 * a shape. A drag on a handle edits the shape. Elsewhere, a drag with Shift selects the shapes in a rectangle.
 * A drag without Shift moves the selection if it begins on a selected shape, and otherwise pans the picture.
 * A click on a vertex marks it for removal with Backspace. A click with Alt removes it directly.
 */
export class SelectTool {
  #pressed: { event: ToolEvent; gesture: Gesture } | null = null
  #isDragging = false
  #preview: Edit[] = []
  #lasso: Rectangle | null = null
  #marked: MarkedVertex | null = null
  #lastClick: ScreenPoint | null = null

  /** True when Escape has a gesture or a marked vertex to cancel. */
  get isBusy(): boolean {
    return this.#pressed !== null || this.#marked !== null
  }

  handle(event: ToolEvent, context: SelectContext): SelectStep {
    if (this.#marked && !context.selected.includes(this.#marked.id)) this.#marked = null
    switch (event.type) {
      case 'down':
        return this.#press(event, context)
      case 'move':
        return this.#pressed ? this.#pull(this.#pressed.event, event, context) : this.#hover(event, context)
      case 'up':
        if (!this.#pressed) return this.#step()
        return this.#isDragging ? this.#end(event, context) : this.#click(event, context)
      case 'escape':
        return this.#stepOut(context)
      case 'cancel':
        this.#begin()
        return this.#step()
      case 'backspace':
        return this.#pressed ? this.#step() : this.#withoutMarked(context)
      case 'leave':
      case 'enter':
      case 'doubleClick':
        return this.#step()
    }
  }

  #begin(): void {
    this.#pressed = null
    this.#isDragging = false
    this.#preview = []
    this.#lasso = null
  }

  #step(more: Partial<SelectStep> = {}): SelectStep {
    return { preview: this.#preview, lasso: this.#lasso, pan: null, handle: this.#marked?.handle ?? null, cursor: 'grab', ...more }
  }

  #press(event: ToolEvent, context: SelectContext): SelectStep {
    this.#begin()
    const gesture = gestureAt(event, context)
    this.#pressed = { event, gesture }
    return this.#step({ cursor: gesture.kind === 'pan' ? 'grab' : 'crosshair' })
  }

  #pull({ screen }: ToolEvent, event: ToolEvent, context: SelectContext): SelectStep {
    this.#isDragging ||= Math.hypot(event.screen.x - screen.x, event.screen.y - screen.y) >= clickPx
    return this.#isDragging ? this.#drag(event, context) : this.#step()
  }

  #stepOut({ selected }: SelectContext): SelectStep {
    if (this.#pressed) this.#begin()
    else if (this.#marked) this.#marked = null
    else if (selected.length > 0) return this.#step({ select: [] })
    return this.#step()
  }

  #drag(event: ToolEvent, context: SelectContext): SelectStep {
    if (!this.#pressed) return this.#step()
    const { event: from, gesture } = this.#pressed
    switch (gesture.kind) {
      case 'handle': {
        const { id, shape, handle } = gesture
        const place = { x: handle.x + event.at.x - from.at.x, y: handle.y + event.at.y - from.at.y }
        const isVertex = handle.kind === 'vertex' || handle.kind === 'midpoint'
        const to = isVertex ? context.snap(place, id) : place
        const after = kindOf(shape).dragged(shape, handle, to, { keepRatio: event.shift, fromCentre: event.alt, picture: context.picture })
        this.#preview = [{ id, shape: after }]
        return this.#step({ handle: { ...handle, ...to }, cursor: 'crosshair' })
      }
      case 'move': {
        const [dx, dy] = [event.at.x - from.at.x, event.at.y - from.at.y]
        const shapes = movedInside(
          gesture.shapes.map(({ shape }) => shape),
          dx,
          dy,
          context.picture
        )
        this.#preview = gesture.shapes.map(({ id, shape }, index) => ({ id, shape: shapes[index] ?? shape }))
        return this.#step({ cursor: 'move' })
      }
      case 'lasso':
        this.#lasso = rectangleBetween(inPicture(from.at, context.picture), inPicture(event.at, context.picture))
        return this.#step({ cursor: 'crosshair' })
      case 'pan': {
        const pan = { dx: event.screen.x - gesture.last.x, dy: event.screen.y - gesture.last.y }
        gesture.last = event.screen
        return this.#step({ pan, cursor: 'grabbing' })
      }
    }
  }

  #end(event: ToolEvent, context: SelectContext): SelectStep {
    const gesture = this.#pressed?.gesture
    this.#drag(event, context)
    const [edits, rectangle] = [this.#preview, this.#lasso]
    this.#begin()
    this.#marked = null
    if (gesture?.kind === 'lasso' && rectangle) {
      return this.#step({ select: [...new Set([...context.selected, ...context.within(rectangle)])] })
    }
    if (gesture?.kind === 'handle') {
      const [edit] = edits
      const end = edit && uncrossed(gesture.shape, { shape: edit.shape })
      return end && 'refusal' in end ? this.#step({ message: end.refusal }) : this.#step(settledEdits(edits))
    }
    return gesture?.kind === 'move' ? this.#step(settledEdits(edits)) : this.#step()
  }

  #withoutMarked(context: SelectContext): SelectStep {
    const shape = this.#marked && context.shapeOf(this.#marked.id)
    if (!this.#marked || !shape) return this.#step()
    const { id, handle } = this.#marked
    const end = withoutVertex(shape, handle.ring, handle.index)
    this.#marked = null
    return 'refusal' in end ? this.#step({ message: end.refusal }) : this.#step(settledEdits([{ id, shape: end.shape }]))
  }

  #click(event: ToolEvent, context: SelectContext): SelectStep {
    const gesture = this.#pressed?.gesture
    this.#begin()
    this.#marked = null
    if (gesture?.kind === 'handle' && !event.shift && gesture.handle.kind === 'vertex') {
      this.#marked = { id: gesture.id, handle: gesture.handle }
      return event.alt ? this.#withoutMarked(context) : this.#step()
    }
    const under = context.pick(event.screen, shapeReachPx)
    const { selected } = context
    const isAgain =
      this.#lastClick !== null && Math.hypot(event.screen.x - this.#lastClick.x, event.screen.y - this.#lastClick.y) <= clickPx
    this.#lastClick = event.screen
    const [first] = under
    if (event.shift) {
      if (first === undefined) return this.#step()
      return this.#step({ select: selected.includes(first) ? selected.filter(id => id !== first) : [...selected, first] })
    }
    if (first === undefined) return this.#step({ select: [] })
    const at = isAgain && selected.length === 1 ? under.indexOf(selected[0] as string) : -1
    return this.#step({ select: [under[(at + 1) % under.length] ?? first], cursor: 'move' })
  }

  #hover(event: ToolEvent, context: SelectContext): SelectStep {
    const held = handleUnder(event, context)
    if (held) return this.#step({ handle: held.handle, cursor: 'crosshair' })
    if (event.shift) return this.#step({ cursor: 'crosshair' })
    const under = context.pick(event.screen, shapeReachPx)
    const isOwn = under.some(id => context.selected.includes(id) && context.mayEdit(id))
    return this.#step({ cursor: isOwn ? 'move' : under.length > 0 ? 'pointer' : 'grab' })
  }
}

function rectangleBetween([ax, ay]: Vertex, [bx, by]: Vertex): Rectangle {
  return { left: Math.min(ax, bx), top: Math.min(ay, by), right: Math.max(ax, bx), bottom: Math.max(ay, by) }
}

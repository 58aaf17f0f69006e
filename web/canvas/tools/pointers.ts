import { type ScreenPoint, toMedia } from '../../imagery/viewport.ts'
import { wheelFactor } from '../wheel.ts'
import type { Surface } from './surface.ts'
import type { ToolEventType } from './tool-event.ts'
import type { Toolbox } from './toolbox.ts'

const reachPx = { mouse: 8, pen: 12, touch: 22 }
const doubleClickMs = 350
const doubleClickPx = { mouse: 6, pen: 10, touch: 20 }

type PointerKind = keyof typeof reachPx
const kindOf = ({ pointerType }: PointerEvent): PointerKind => (pointerType === 'touch' || pointerType === 'pen' ? pointerType : 'mouse')

interface Parts {
  canvas: HTMLCanvasElement
  surface: Surface
  toolbox: Toolbox
  signal: AbortSignal
}

/** Mouse, pen and touch input of the canvas. Each gesture pans, zooms, or goes to the current tool. */
export class Pointers {
  readonly #canvas: HTMLCanvasElement
  readonly #surface: Surface
  readonly #toolbox: Toolbox
  readonly #signal: AbortSignal
  readonly #down = new Map<number, { at: ScreenPoint; kind: PointerKind }>()
  #mode: 'idle' | 'tool' | 'pan' | 'pinch' = 'idle'
  #isSpaceHeld = false
  /** True when the picture has been moved since Space was pressed. */
  #hasSpaceMoved = false
  /** Last move or wheel event of the mouse; null before the first. */
  #hover: MouseEvent | null = null
  #lastUp: { at: ScreenPoint; time: number } | null = null

  constructor({ canvas, surface, toolbox, signal }: Parts) {
    this.#canvas = canvas
    this.#surface = surface
    this.#toolbox = toolbox
    this.#signal = signal
  }

  holdSpace(isHeld: boolean): void {
    if (isHeld === this.#isSpaceHeld) return
    this.#isSpaceHeld = isHeld
    if (isHeld) this.#hasSpaceMoved = false
    this.showCursor()
  }

  /** Handles a tap of Space: selects or deselects the shape under the mouse or crosshair. Does nothing if the picture was moved in the meantime. */
  tapSpace(): void {
    if (this.#hasSpaceMoved) return
    this.#toolbox.toggleSelection(this.#hover && toMedia(this.#surface.viewport, this.#surface.view, this.#place(this.#hover)))
  }

  showCursor = (): void => {
    const isMoving = this.#mode === 'pan' || this.#mode === 'pinch'
    const cursor = isMoving ? 'grabbing' : this.#isSpaceHeld ? 'grab' : this.#toolbox.state.cursor
    if (this.#canvas.style.cursor !== cursor) this.#canvas.style.cursor = cursor
  }

  down = (event: PointerEvent): void => {
    const kind = kindOf(event)
    if (kind === 'mouse' && event.button !== 0 && event.button !== 1) return
    const hasPen = [...this.#down.values()].some(pointer => pointer.kind === 'pen')
    if (hasPen && kind === 'touch') return
    if (kind === 'pen' && this.#mode !== 'idle') this.#letGo(event)
    this.#canvas.setPointerCapture(event.pointerId)
    this.#down.set(event.pointerId, { at: this.#place(event), kind })
    if (this.#down.size === 1) {
      this.#mode = event.button === 1 || (this.#isSpaceHeld && kind !== 'pen') ? 'pan' : 'tool'
      if (this.#mode === 'tool') this.#pass('down', event, kind)
      else this.#hasSpaceMoved = true
    } else if (this.#down.size === 2) {
      if (this.#mode === 'tool') this.#pass('cancel', event, kind)
      this.#mode = 'pinch'
    }
    this.showCursor()
  }

  move = (event: PointerEvent): void => {
    const kind = kindOf(event)
    const before = this.#down.get(event.pointerId)
    if (kind === 'mouse') this.#hover = event
    if (!before) {
      if (this.#down.size === 0 && kind !== 'touch') this.#pass('move', event, kind)
      return
    }
    const [was, now] = [before.at, this.#place(event)]
    this.#down.set(event.pointerId, { at: now, kind })
    if (this.#mode === 'pan') this.#surface.pan(now.x - was.x, now.y - was.y)
    else if (this.#mode === 'pinch') this.#pinch(event.pointerId, was, now)
    else if (this.#mode === 'tool') {
      const steps = this.#toolbox.state.tool === 'freehand' && 'getCoalescedEvents' in event ? event.getCoalescedEvents() : []
      for (const step of steps.length > 0 ? steps : [event]) this.#pass('move', step, kind)
    }
  }

  up = (event: PointerEvent): void => {
    if (!this.#down.delete(event.pointerId)) return
    const kind = kindOf(event)
    if (this.#mode === 'tool') {
      if (event.type === 'pointerup') {
        this.#pass('up', event, kind)
        this.#passDoubleClick(event, kind)
      } else this.#pass('cancel', event, kind)
    }
    // the finger that remains after a pinch continues to move the picture
    this.#mode = this.#down.size === 0 ? 'idle' : 'pan'
    this.showCursor()
  }

  wheel = (event: WheelEvent): void => {
    event.preventDefault()
    this.#surface.zoomAt(this.#place(event), wheelFactor(event))
    this.#hover = event
    this.#follow()
  }

  /** Drops the touches of a hand that rested on the screen before the pen arrived. */
  #letGo(event: PointerEvent): void {
    if (this.#mode === 'tool') this.#pass('cancel', event, 'touch')
    this.#down.clear()
    this.#mode = 'idle'
  }

  #pinch(pointerId: number, was: ScreenPoint, now: ScreenPoint): void {
    const two = [...this.#down].slice(0, 2)
    const other = two.find(([id]) => id !== pointerId)
    if (!other || !two.some(([id]) => id === pointerId)) return
    const { at } = other[1]
    this.#surface.pan((now.x - was.x) / 2, (now.y - was.y) / 2)
    this.#surface.zoomAt({ x: (now.x + at.x) / 2, y: (now.y + at.y) / 2 }, apart(now, at) / Math.max(1, apart(was, at)), false)
  }

  #passDoubleClick(event: PointerEvent, kind: PointerKind): void {
    const now = { at: this.#place(event), time: event.timeStamp }
    const last = this.#lastUp
    const isDouble = last !== null && now.time - last.time < doubleClickMs && apart(now.at, last.at) <= doubleClickPx[kind]
    this.#lastUp = isDouble ? null : now
    if (isDouble) this.#pass('doubleClick', event, kind)
  }

  /** Keeps the draft under a resting pointer during a zoom, which takes several frames. */
  #follow(): void {
    if (!this.#hover || this.#signal.aborted || this.#mode === 'pan' || this.#mode === 'pinch') return
    this.#pass('move', this.#hover, 'mouse')
    const { viewport } = this.#surface
    requestAnimationFrame(() => {
      if (this.#surface.viewport !== viewport) this.#follow()
    })
  }

  #place({ clientX, clientY }: MouseEvent): ScreenPoint {
    const { left, top } = this.#canvas.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }

  #pass(type: ToolEventType, event: MouseEvent, kind: PointerKind): void {
    const screen = this.#place(event)
    const at = toMedia(this.#surface.viewport, this.#surface.view, screen)
    this.#toolbox.handle({ type, at, screen, shift: event.shiftKey, alt: event.altKey, reachPx: reachPx[kind] })
  }
}

const apart = (a: ScreenPoint, b: ScreenPoint) => Math.hypot(a.x - b.x, a.y - b.y)

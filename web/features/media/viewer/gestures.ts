import type { ScreenPoint } from '../../../imagery/viewport.ts'
import type { Stage } from './stage.ts'

/** A swipe over a picture that is seen whole goes to the next one when it is at least this wide, in CSS pixels. */
const swipePx = 60
/** How far a picture glides on when it is thrown, in milliseconds of its speed. */
const glideMs = 140

interface GestureOptions {
  stage: Stage
  /** 1 the next picture, -1 the one before. */
  onSwipe: (direction: 1 | -1) => void
}

/** Wheel, drag, pinch, double click and swipe on the canvas. @returns the function that ends it */
export function listenToGestures(canvas: HTMLCanvasElement, { stage, onSwipe }: GestureOptions): () => void {
  const pointers = new Map<number, ScreenPoint>()
  let from: ScreenPoint | null = null
  let speed = { x: 0, y: 0, at: 0 }
  let pinched = false
  let swiping = false

  const place = ({ clientX, clientY }: MouseEvent): ScreenPoint => {
    const { left, top } = canvas.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }

  function wheel(event: WheelEvent) {
    event.preventDefault()
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : event.deltaMode === WheelEvent.DOM_DELTA_PAGE ? 400 : 1
    const delta = Math.min(Math.max(event.deltaY * lines, -240), 240)
    // a pinch on a trackpad comes as a wheel with Ctrl and small steps
    stage.zoomAt(place(event), Math.exp(-delta * (event.ctrlKey ? 0.01 : 0.002)))
  }

  function down(event: PointerEvent) {
    if (event.pointerType === 'mouse' && event.button !== 0 && event.button !== 1) return
    canvas.setPointerCapture(event.pointerId)
    pointers.set(event.pointerId, place(event))
    if (pointers.size === 1) {
      from = place(event)
      speed = { x: 0, y: 0, at: event.timeStamp }
      pinched = false
      swiping = event.pointerType === 'touch' && stage.status().isFitted
    } else pinched = true
    canvas.dataset.dragging = ''
  }

  function move(event: PointerEvent) {
    const before = pointers.get(event.pointerId)
    if (!before) return
    const now = place(event)
    pointers.set(event.pointerId, now)
    if (pointers.size === 1) {
      const dx = now.x - before.x
      const dy = now.y - before.y
      const passed = Math.max(1, event.timeStamp - speed.at)
      speed = { x: 0.7 * (dx / passed) + 0.3 * speed.x, y: 0.7 * (dy / passed) + 0.3 * speed.y, at: event.timeStamp }
      if (!swiping) stage.pan(dx, dy, false)
    } else if (pointers.size === 2) {
      const other = [...pointers].find(([id]) => id !== event.pointerId)![1]
      const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }
      stage.pan((now.x - before.x) / 2, (now.y - before.y) / 2, false)
      stage.zoomAt(middle, distance(now, other) / Math.max(1, distance(before, other)), false)
    }
  }

  function up(event: PointerEvent) {
    if (!pointers.delete(event.pointerId) || pointers.size > 0) return
    delete canvas.dataset.dragging
    const end = place(event)
    if (swiping && !pinched && from && event.type === 'pointerup') {
      const dx = end.x - from.x
      if (Math.abs(dx) >= swipePx && Math.abs(dx) > 2 * Math.abs(end.y - from.y)) onSwipe(dx < 0 ? 1 : -1)
    } else if (!pinched && event.timeStamp - speed.at < 60 && Math.hypot(speed.x, speed.y) > 0.2) {
      stage.pan(speed.x * glideMs, speed.y * glideMs)
    }
  }

  const doubleClick = (event: MouseEvent) => stage.toggle(place(event))
  canvas.addEventListener('wheel', wheel, { passive: false })
  canvas.addEventListener('pointerdown', down)
  canvas.addEventListener('pointermove', move)
  canvas.addEventListener('pointerup', up)
  canvas.addEventListener('pointercancel', up)
  canvas.addEventListener('dblclick', doubleClick)
  return () => {
    canvas.removeEventListener('wheel', wheel)
    canvas.removeEventListener('pointerdown', down)
    canvas.removeEventListener('pointermove', move)
    canvas.removeEventListener('pointerup', up)
    canvas.removeEventListener('pointercancel', up)
    canvas.removeEventListener('dblclick', doubleClick)
  }
}

const distance = (a: ScreenPoint, b: ScreenPoint) => Math.hypot(a.x - b.x, a.y - b.y)

import type { Scene } from '../../../canvas/scene.ts'
import { wheelFactor } from '../../../canvas/wheel.ts'
import type { ScreenPoint } from '../../../imagery/viewport.ts'

/** Minimum length of a swipe to the next image, in CSS pixels. */
const swipePx = 60
/** Distance that an image glides after release, as milliseconds at its last speed. */
const glideMs = 140

interface GestureOptions {
  scene: Scene
  /** Called with 1 for the next image and -1 for the previous one. */
  onSwipe: (direction: 1 | -1) => void
}

/** Handles wheel, drag, pinch, double click and swipe on the canvas. @returns a function that stops listening */
export function listenToGestures(canvas: HTMLCanvasElement, options: GestureOptions): () => void {
  const { scene } = options
  const ended = new AbortController()
  const { signal } = ended
  const drag = dragOf(canvas, options)
  const wheel = (event: WheelEvent) => {
    event.preventDefault()
    scene.zoomAt(placeIn(canvas, event), wheelFactor(event))
  }
  canvas.addEventListener('wheel', wheel, { signal, passive: false })
  canvas.addEventListener('pointerdown', drag.down, { signal })
  canvas.addEventListener('pointermove', drag.move, { signal })
  canvas.addEventListener('pointerup', drag.up, { signal })
  canvas.addEventListener('pointercancel', drag.up, { signal })
  canvas.addEventListener('dblclick', event => scene.toggle(placeIn(canvas, event)), { signal })
  return () => ended.abort()
}

/** Handles one or two pressed pointers, which pan, pinch, flick or swipe. */
function dragOf(canvas: HTMLCanvasElement, { scene, onSwipe }: GestureOptions) {
  const pointers = new Map<number, ScreenPoint>()
  let from: ScreenPoint | null = null
  let speed = { x: 0, y: 0, at: 0 }
  let pinched = false
  let swiping = false

  function down(event: PointerEvent) {
    if (event.pointerType === 'mouse' && event.button !== 0 && event.button !== 1) return
    const at = placeIn(canvas, event)
    canvas.setPointerCapture(event.pointerId)
    pointers.set(event.pointerId, at)
    pinched = pointers.size > 1
    if (!pinched) {
      from = at
      speed = { x: 0, y: 0, at: event.timeStamp }
      swiping = event.pointerType === 'touch' && scene.status().isFitted
    }
    canvas.dataset.dragging = ''
  }

  function move(event: PointerEvent) {
    const before = pointers.get(event.pointerId)
    if (!before) return
    const now = placeIn(canvas, event)
    const [dx, dy] = [now.x - before.x, now.y - before.y]
    pointers.set(event.pointerId, now)
    if (pointers.size === 1) {
      const passed = Math.max(1, event.timeStamp - speed.at)
      speed = { x: 0.7 * (dx / passed) + 0.3 * speed.x, y: 0.7 * (dy / passed) + 0.3 * speed.y, at: event.timeStamp }
      if (!swiping) scene.pan(dx, dy)
    } else if (pointers.size === 2) {
      const other = [...pointers].find(([id]) => id !== event.pointerId)![1]
      scene.pan(dx / 2, dy / 2)
      scene.zoomAt(
        { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 },
        distance(now, other) / Math.max(1, distance(before, other)),
        false
      )
    }
  }

  function up(event: PointerEvent) {
    if (!pointers.delete(event.pointerId) || pointers.size > 0) return
    delete canvas.dataset.dragging
    if (pinched) return
    const end = placeIn(canvas, event)
    if (swiping && from && event.type === 'pointerup') {
      const dx = end.x - from.x
      if (Math.abs(dx) >= swipePx && Math.abs(dx) > 2 * Math.abs(end.y - from.y)) onSwipe(dx < 0 ? 1 : -1)
    } else if (event.timeStamp - speed.at < 60 && Math.hypot(speed.x, speed.y) > 0.2) {
      scene.pan(speed.x * glideMs, speed.y * glideMs, true)
    }
  }

  return { down, move, up }
}

function placeIn(canvas: HTMLCanvasElement, { clientX, clientY }: MouseEvent): ScreenPoint {
  const { left, top } = canvas.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}

const distance = (a: ScreenPoint, b: ScreenPoint) => Math.hypot(a.x - b.x, a.y - b.y)

import { type ScreenPoint, toMedia } from '../../imagery/viewport.ts'
import { arrowWays } from './crosshair.ts'
import type { Surface } from './surface.ts'
import type { ToolEventType } from './tool-event.ts'
import type { Toolbox } from './toolbox.ts'

const reachPx = { mouse: 8, pen: 12, touch: 22 }
const doubleClickMs = 350
const doubleClickPx = { mouse: 6, pen: 10, touch: 20 }

type PointerKind = keyof typeof reachPx
const kindOf = ({ pointerType }: PointerEvent): PointerKind => (pointerType === 'touch' || pointerType === 'pen' ? pointerType : 'mouse')

/**
 * Makes the overlay canvas work by mouse, pen, fingers and keys. Wheel and pinch zoom; two fingers, the middle button, or Space held
 * move the picture; all else goes to the tool in hand. The canvas needs a `tabindex` for its keys.
 * @returns the function that ends it
 */
export function listen(canvas: HTMLCanvasElement, surface: Surface, toolbox: Toolbox): () => void {
  const ended = new AbortController()
  const pointers = new Map<number, { at: ScreenPoint; kind: PointerKind }>()
  let mode: 'idle' | 'tool' | 'pan' | 'pinch' = 'idle'
  let isSpaceHeld = false
  /** Where the mouse was last. */
  let hover: MouseEvent | null = null
  let lastUp: { at: ScreenPoint; time: number } | null = null

  const place = ({ clientX, clientY }: MouseEvent): ScreenPoint => {
    const { left, top } = canvas.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }

  function pass(type: ToolEventType, event: MouseEvent, kind: PointerKind): boolean {
    const screen = place(event)
    const at = toMedia(surface.viewport, surface.view, screen)
    return toolbox.handle({ type, at, screen, shift: event.shiftKey, alt: event.altKey, reachPx: reachPx[kind] })
  }

  function showCursor(): void {
    const cursor = mode === 'pan' || mode === 'pinch' ? 'grabbing' : isSpaceHeld ? 'grab' : toolbox.state.cursor
    if (canvas.style.cursor !== cursor) canvas.style.cursor = cursor
  }

  function down(event: PointerEvent): void {
    const kind = kindOf(event)
    if (kind === 'mouse' && event.button !== 0 && event.button !== 1) return
    const hasPen = [...pointers.values()].some(pointer => pointer.kind === 'pen')
    if (hasPen && kind === 'touch') return
    if (kind === 'pen' && mode !== 'idle') letGo(event)
    canvas.setPointerCapture(event.pointerId)
    pointers.set(event.pointerId, { at: place(event), kind })
    if (pointers.size === 1) {
      mode = event.button === 1 || (isSpaceHeld && kind !== 'pen') ? 'pan' : 'tool'
      if (mode === 'tool') pass('down', event, kind)
    } else if (pointers.size === 2) {
      if (mode === 'tool') pass('cancel', event, kind)
      mode = 'pinch'
    }
    showCursor()
  }

  /** The hand that lay on the glass before the pen came. */
  function letGo(event: PointerEvent): void {
    if (mode === 'tool') pass('cancel', event, 'touch')
    pointers.clear()
    mode = 'idle'
  }

  function move(event: PointerEvent): void {
    const kind = kindOf(event)
    const before = pointers.get(event.pointerId)
    if (kind === 'mouse') hover = event
    if (!before) {
      if (pointers.size === 0 && kind !== 'touch') pass('move', event, kind)
      return
    }
    const [was, now] = [before.at, place(event)]
    pointers.set(event.pointerId, { at: now, kind })
    if (mode === 'pan') surface.pan(now.x - was.x, now.y - was.y)
    else if (mode === 'pinch') pinch(event.pointerId, was, now)
    else if (mode === 'tool') {
      const steps = toolbox.state.tool === 'freehand' && 'getCoalescedEvents' in event ? event.getCoalescedEvents() : []
      for (const step of steps.length > 0 ? steps : [event]) pass('move', step, kind)
    }
  }

  function pinch(pointerId: number, was: ScreenPoint, now: ScreenPoint): void {
    const two = [...pointers].slice(0, 2)
    const other = two.find(([id]) => id !== pointerId)
    if (!other || !two.some(([id]) => id === pointerId)) return
    const { at } = other[1]
    surface.pan((now.x - was.x) / 2, (now.y - was.y) / 2)
    surface.zoomAt({ x: (now.x + at.x) / 2, y: (now.y + at.y) / 2 }, apart(now, at) / Math.max(1, apart(was, at)), false)
  }

  function up(event: PointerEvent): void {
    if (!pointers.delete(event.pointerId)) return
    const kind = kindOf(event)
    if (mode === 'tool') {
      if (event.type === 'pointerup') {
        pass('up', event, kind)
        tellDoubleClick(event, kind)
      } else pass('cancel', event, kind)
    }
    // the finger that stays after a pinch moves the picture on
    mode = pointers.size === 0 ? 'idle' : 'pan'
    showCursor()
  }

  function tellDoubleClick(event: PointerEvent, kind: PointerKind): void {
    const now = { at: place(event), time: event.timeStamp }
    const isDouble = lastUp !== null && now.time - lastUp.time < doubleClickMs && apart(now.at, lastUp.at) <= doubleClickPx[kind]
    lastUp = isDouble ? null : now
    if (isDouble) pass('doubleClick', event, kind)
  }

  function wheel(event: WheelEvent): void {
    event.preventDefault()
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : event.deltaMode === WheelEvent.DOM_DELTA_PAGE ? 400 : 1
    const delta = Math.min(Math.max(event.deltaY * lines, -240), 240)
    // a pinch on a trackpad comes as a wheel with Ctrl and small steps
    surface.zoomAt(place(event), Math.exp(-delta * (event.ctrlKey ? 0.01 : 0.002)))
    hover = event
    follow()
  }

  /** A zoom takes some frames: what is drawn stays under a pointer that stands still. */
  function follow(): void {
    if (!hover || ended.signal.aborted || mode === 'pan' || mode === 'pinch') return
    pass('move', hover, 'mouse')
    const { viewport } = surface
    requestAnimationFrame(() => {
      if (surface.viewport !== viewport) follow()
    })
  }

  function keyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.isComposing) return
    if (event.key in arrowWays && !toolbox.ownsArrows) toolbox.showCrosshair()
    if (!toolbox.key(event)) return
    event.preventDefault()
    event.stopPropagation()
  }

  function keyUp(event: KeyboardEvent): void {
    if (event.key in arrowWays) toolbox.settle()
    if (event.key === ' ') leave()
  }

  function focus(): void {
    // with the select tool arrows are the page's until one asks for the crosshair
    if (canvas.matches(':focus-visible') && toolbox.state.tool !== 'select') toolbox.showCrosshair()
  }

  function blur(): void {
    toolbox.settle()
    toolbox.hideCrosshair()
  }

  /** Anywhere on the page but where a space is typed or presses something. */
  function spaceDown(event: KeyboardEvent): void {
    if (event.key !== ' ' || event.ctrlKey || event.metaKey || usesSpace(event.target, canvas)) return
    event.preventDefault()
    isSpaceHeld = true
    showCursor()
  }

  function leave(): void {
    if (!isSpaceHeld) return
    isSpaceHeld = false
    showCursor()
  }

  /** The press itself brings the focus, so that the browser knows it was no key; the middle button would scroll. */
  function mouseDown(event: MouseEvent): void {
    if (event.button === 1) event.preventDefault()
  }

  const { touchAction, userSelect } = canvas.style
  canvas.style.touchAction = 'none'
  canvas.style.userSelect = 'none'
  const { signal } = ended
  canvas.addEventListener('mousedown', mouseDown, { signal })
  canvas.addEventListener('pointerdown', down, { signal })
  canvas.addEventListener('pointermove', move, { signal })
  canvas.addEventListener('pointerup', up, { signal })
  canvas.addEventListener('pointercancel', up, { signal })
  canvas.addEventListener('wheel', wheel, { signal, passive: false })
  canvas.addEventListener('keydown', keyDown, { signal })
  canvas.addEventListener('focus', focus, { signal })
  canvas.addEventListener('blur', blur, { signal })
  window.addEventListener('keydown', spaceDown, { signal })
  window.addEventListener('keyup', keyUp, { signal })
  window.addEventListener('blur', leave, { signal })
  const stopCursor = toolbox.subscribe(showCursor)
  showCursor()
  return () => {
    ended.abort()
    stopCursor()
    canvas.style.touchAction = touchAction
    canvas.style.userSelect = userSelect
  }
}

function usesSpace(target: EventTarget | null, canvas: HTMLCanvasElement): boolean {
  if (target === canvas || !(target instanceof Element)) return false
  return target.closest('input, textarea, select, button, a, summary, [contenteditable], [role], [tabindex]') !== null
}

const apart = (a: ScreenPoint, b: ScreenPoint) => Math.hypot(a.x - b.x, a.y - b.y)

import { listenToKeys } from './key-input.ts'
import { Pointers } from './pointers.ts'
import type { Surface } from './surface.ts'
import type { Toolbox } from './toolbox.ts'

/**
 * Connects mouse, pen, touch and keys to the overlay canvas. The wheel and a pinch zoom.
 * Two fingers, the middle button or held Space pan the picture.
 * Other gestures go to the current tool. The canvas needs a `tabindex` to receive keys.
 * @returns the function that removes the listeners
 */
export function listen(canvas: HTMLCanvasElement, surface: Surface, toolbox: Toolbox): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const { style } = canvas
  const { touchAction, userSelect } = style
  const pointers = new Pointers({ canvas, surface, toolbox, signal })
  style.touchAction = 'none'
  style.userSelect = 'none'
  canvas.addEventListener('mousedown', keepFromScrolling, { signal })
  canvas.addEventListener('pointerdown', pointers.down, { signal })
  canvas.addEventListener('pointermove', pointers.move, { signal })
  canvas.addEventListener('pointerup', pointers.up, { signal })
  canvas.addEventListener('pointercancel', pointers.up, { signal })
  canvas.addEventListener('wheel', pointers.wheel, { signal, passive: false })
  listenToKeys(canvas, { toolbox, onSpace: isHeld => pointers.holdSpace(isHeld), onSpaceTap: () => pointers.tapSpace(), signal })
  const stopCursor = toolbox.subscribe(pointers.showCursor)
  pointers.showCursor()
  return () => {
    ended.abort()
    stopCursor()
    style.touchAction = touchAction
    style.userSelect = userSelect
  }
}

/** Prevents scrolling with the middle button. Other presses keep their default action: the browser moves the focus without a focus ring. */
function keepFromScrolling(event: MouseEvent): void {
  if (event.button === 1) event.preventDefault()
}

import { listenToKeys } from './key-input.ts'
import { Pointers } from './pointers.ts'
import type { Surface } from './surface.ts'
import type { Toolbox } from './toolbox.ts'

/**
 * Makes the overlay canvas work by mouse, pen, fingers and keys. Wheel and pinch zoom; two fingers, the middle button, or Space held
 * move the picture; all else goes to the tool in hand. The canvas needs a `tabindex` for its keys.
 * @returns the function that ends it
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

/** The press itself brings the focus, so that the browser knows it was no key; the middle button would scroll. */
function keepFromScrolling(event: MouseEvent): void {
  if (event.button === 1) event.preventDefault()
}

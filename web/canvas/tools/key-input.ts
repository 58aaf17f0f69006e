import { arrowWays } from './crosshair.ts'
import type { Toolbox } from './toolbox.ts'

interface KeyInputOptions {
  toolbox: Toolbox
  /** Called when Space is pressed or released. */
  onSpace: (isHeld: boolean) => void
  /** Called when Space is released, unless another element used the key press. */
  onSpaceTap: () => void
  signal: AbortSignal
}

/** Connects keys to the canvas: arrows, Enter, Escape and Backspace while it has the focus; Space from anywhere on the page. */
export function listenToKeys(canvas: HTMLCanvasElement, { toolbox, onSpace, onSpaceTap, signal }: KeyInputOptions): void {
  let isSpaceDown = false

  function keyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.isComposing) return
    if (event.key in arrowWays && !toolbox.ownsArrows) toolbox.showCrosshair()
    if (!toolbox.key(event)) return
    event.preventDefault()
    event.stopPropagation()
  }

  function keyUp(event: KeyboardEvent): void {
    if (event.key in arrowWays) toolbox.settle()
    if (event.key !== ' ') return
    if (isSpaceDown) onSpaceTap()
    isSpaceDown = false
    onSpace(false)
  }

  function focus(): void {
    // with the select tool, arrow keys belong to the page until a crosshair is requested
    if (canvas.matches(':focus-visible') && toolbox.state.tool !== 'select') toolbox.showCrosshair()
  }

  function blur(): void {
    toolbox.settle()
    toolbox.hideCrosshair()
  }

  function spaceDown(event: KeyboardEvent): void {
    if (event.key !== ' ' || event.ctrlKey || event.metaKey || usesSpace(event.target, canvas)) return
    event.preventDefault()
    isSpaceDown = true
    onSpace(true)
  }

  canvas.addEventListener('keydown', keyDown, { signal })
  canvas.addEventListener('focus', focus, { signal })
  canvas.addEventListener('blur', blur, { signal })
  window.addEventListener('keydown', spaceDown, { signal })
  window.addEventListener('keyup', keyUp, { signal })
  window.addEventListener('blur', () => onSpace(false), { signal })
}

/** True when an element handles Space itself, as text or as a button press. */
function usesSpace(target: EventTarget | null, canvas: HTMLCanvasElement): boolean {
  if (target === canvas || !(target instanceof Element)) return false
  return target.closest('input, textarea, select, button, a, summary, [contenteditable], [role], [tabindex]') !== null
}

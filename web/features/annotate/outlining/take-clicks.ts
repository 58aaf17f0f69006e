import type { Point } from '../../../../shared/contracts/shapes.ts'
import type { CanvasParts } from '../annotation-canvas.tsx'

interface Taken {
  /** @param alt true while Alt is held */
  onClick: (at: Point, alt: boolean) => void
  /** Called when Enter is pressed on the canvas without a crosshair. */
  onEnter: () => void
}

/** Takes the clicks on outlines and a free Enter. @returns a function that ends this */
export function takeClicks({ toolbox }: CanvasParts, { onClick, onEnter }: Taken): () => void {
  const keyDown = ({ key, target, defaultPrevented }: KeyboardEvent) => {
    if (key === 'Enter' && !defaultPrevented && target instanceof HTMLCanvasElement) onEnter()
  }
  toolbox.onOutlineMark = onClick
  window.addEventListener('keydown', keyDown)
  return () => {
    toolbox.onOutlineMark = null
    window.removeEventListener('keydown', keyDown)
  }
}

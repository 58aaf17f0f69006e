import type { Scene } from '../../../canvas/scene.ts'
import type { MediaPoint, ScreenPoint } from '../../../imagery/viewport.ts'
import type { Click } from './markers.ts'

/** The colours of handles and drafts on the canvas. */
const [ink, casing, paper] = ['oklch(78% 0.095 205)', 'oklch(18% 0.02 232 / 0.75)', 'oklch(98% 0.004 200)']
const radius = 7
/** Half the length of a plus or minus. */
const half = 3.5

/** Paints a plus for each part to add and a minus for each part to leave out, above everything else. @returns a function that ends this */
export function paintClicks(scene: Scene, clicks: readonly Click[]): () => void {
  const before = scene.onPaintOverlay
  scene.onPaintOverlay = (context, project, ratio) => {
    const isPainted = before?.(context, project, ratio) ?? false
    if (clicks.length === 0) return isPainted
    context.save()
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    context.lineWidth = 2
    context.strokeStyle = casing
    for (const { x, y, isObject } of clicks) paintClick(context, project({ x, y } as MediaPoint), isObject)
    context.restore()
    return true
  }
  scene.requestPaint()
  return () => {
    scene.onPaintOverlay = before
    scene.requestPaint()
  }
}

function paintClick(context: CanvasRenderingContext2D, { x, y }: ScreenPoint, isObject: boolean): void {
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fillStyle = isObject ? ink : paper
  context.fill()
  context.stroke()
  context.beginPath()
  context.moveTo(x - half, y)
  context.lineTo(x + half, y)
  if (isObject) {
    context.moveTo(x, y - half)
    context.lineTo(x, y + half)
  }
  context.stroke()
}

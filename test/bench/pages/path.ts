import { between, fitted, type Size, settled, type Viewport } from '../../../web/imagery/viewport.ts'
import { picture } from './shapes.ts'

/** Uninterrupted gesture: one viewport for each frame. */
export type Stroke = Viewport[]

/** CSS pixels per frame, the speed of a brisk drag. */
const pullPx = 24

/** Zooms into the picture in two steps, pans around at each of them, and zooms back out. */
export function walk(view: Size): Stroke[] {
  const whole = fitted(view, picture)
  const at = (x: number, y: number, scale: number) =>
    settled({ centerX: x * picture.width, centerY: y * picture.height, scale }, view, picture)
  const middle = at(0.35, 0.4, 0.45)
  const afterPull = pulled(middle, 15, 1, 0.5)
  const near = at(0.42, 0.45, 1.5)
  const afterNear = pulled(near, 15, -1, 0.7)
  const far = at(0.5, 0.5, 0.2)
  const afterFar = pulled(far, 10, 1, 0)
  return [
    zoomed(whole, middle, 12),
    afterPull,
    zoomed(afterPull.at(-1)!, near, 10),
    afterNear,
    zoomed(afterNear.at(-1)!, far, 12),
    afterFar,
    zoomed(afterFar.at(-1)!, whole, 6)
  ]
}

const zoomed = (from: Viewport, to: Viewport, frames: number): Stroke =>
  Array.from({ length: frames }, (_, frame) => between(from, to, (frame + 1) / frames))

const pulled = (from: Viewport, frames: number, right: number, down: number): Stroke =>
  Array.from({ length: frames }, (_, frame) => ({
    ...from,
    centerX: from.centerX + (right * pullPx * (frame + 1)) / from.scale,
    centerY: from.centerY + (down * pullPx * (frame + 1)) / from.scale
  }))

import type { Shape } from '../../../shared/contracts/shapes.ts'
import { enclosingBox, type Vertex } from '../../../shared/geometry/outline.ts'
import type { Size } from '../../imagery/viewport.ts'
import type { Place } from './handle.ts'

/*
 * Nearest place inside the picture. Shapes that people draw or edit stay in the picture:
 * - a vertex, corner or centre moves to the nearest place in it;
 * - a length (radius, width of a rotated box) ends at the edge;
 * - a move stops at the edge.
 * A shape that already crosses the edge, such as an imported circle, is unchanged. No edit moves it further out.
 */

export function inPicture({ x, y }: { x: number; y: number }, { width, height }: Size): Vertex {
  return [Math.min(Math.max(x, 0), width), Math.min(Math.max(y, 0), height)]
}

/** Largest distance by which a shape extends beyond the edge of the picture, in pixels; 0 when it lies inside. */
export function overhang(shape: Shape, picture: Size): number {
  const { x, y, width, height } = enclosingBox(shape)
  return Math.max(0, -x, -y, x + width - picture.width, y + height - picture.height)
}

/** Tolerance at the edge, in pixels, for rounding errors of the arithmetic. */
const arithmeticPx = 1e-6
const halvings = 40

/**
 * Applies a gesture to a shape, or the largest share of the gesture that keeps the shape inside the picture.
 * @param change returns the shape after a share (0–1) of the gesture; at 0 the shape is unchanged
 */
export function roomFor<Form extends Shape>(picture: Size, change: (share: number) => Form): Form {
  const whole = change(1)
  const allowed = overhang(change(0), picture) + arithmeticPx
  if (overhang(whole, picture) <= allowed) return whole
  let [fits, tooFar] = [0, 1]
  for (let round = 0; round < halvings; round++) {
    const share = (fits + tooFar) / 2
    if (overhang(change(share), picture) <= allowed) fits = share
    else tooFar = share
  }
  return change(fits)
}

/** Drags one point of a shape, as far as the shape stays inside the picture. */
export function roomForDrag<Form extends Shape>(shape: Form, from: Place, to: Place, picture: Size, shapeAt: (end: Place) => Form): Form {
  return roomFor(picture, share =>
    share === 0 ? shape : shapeAt({ x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) })
  )
}

import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import type { Shape } from '../../../../shared/contracts/shapes.ts'
import { enclosingBox } from '../../../../shared/geometry/outline.ts'
import type { Size, Viewport } from '../../../imagery/viewport.ts'

/** Largest magnification that a walk gives by itself, and the shares of the view that a shape then fills: not more, and at the very most. */
const closest = 2
const filled = 0.25
const mostFilled = 0.9
/** A point stands for what lies around it: so many pixels of the picture. */
const leastSide = 32
/** Anything smaller on the screen is a speck, in CSS pixels. */
const legiblePx = 12

/** The annotations in the order of a walk: sample points as they were drawn, and the others by their age after them. */
export function walkOf(annotations: readonly Annotation[], points: readonly string[]): Annotation[] {
  const place = new Map(points.map((id, index) => [id, index]))
  const order = ({ id }: Annotation) => place.get(id) ?? points.length
  return [...annotations].sort((a, b) => order(a) - order(b) || (a.id < b.id ? -1 : 1))
}

/** The next one to be named after `after`: the first without a name, going round; null when all have one. */
export function nextUnnamed(walk: readonly Annotation[], after: string): Annotation | null {
  const at = walk.findIndex(({ id }) => id === after)
  return [...walk.slice(at + 1), ...walk.slice(0, Math.max(0, at))].find(({ labelId }) => labelId === null) ?? null
}

/** Where to look for an annotation: at its middle, near enough to see it, far enough to see all of it, and else as near as one looks already. */
export function viewOf({ shape }: Annotation, view: Size, now: Viewport): Viewport | null {
  if (!shape) return null
  const { centerX, centerY, width, height } = placeOf(shape)
  const near = Math.min(closest, (filled * Math.min(view.width, view.height)) / Math.max(width, height))
  const far = mostFilled * Math.min(view.width / width, view.height / height)
  return { centerX, centerY, scale: Math.min(Math.max(now.scale, near), far) }
}

/** Where to look for an annotation that may be seen already: null when all of it is, and is no speck. The zoom changes only if it must. */
export function viewToSee(annotation: Annotation, view: Size, now: Viewport): Viewport | null {
  const target = viewOf(annotation, view, now)
  if (!annotation.shape || !target) return null
  const { centerX, centerY, width, height } = placeOf(annotation.shape)
  if (Math.max(width, height) * now.scale < legiblePx) return target
  const reach = (center: number, side: number) => (Math.abs(center) + side / 2) * now.scale - 1
  const isSeen = reach(centerX - now.centerX, width) <= view.width / 2 && reach(centerY - now.centerY, height) <= view.height / 2
  return isSeen ? null : { ...target, scale: Math.min(now.scale, target.scale) }
}

function placeOf(shape: Shape) {
  const { x, y, width, height } = enclosingBox(shape)
  const [centerX, centerY] = [x + width / 2, y + height / 2]
  return { centerX, centerY, width: Math.max(width, leastSide), height: Math.max(height, leastSide) }
}

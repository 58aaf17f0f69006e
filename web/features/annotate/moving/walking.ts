import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import type { Shape } from '../../../../shared/contracts/shapes.ts'
import { enclosingBox } from '../../../../shared/geometry/outline.ts'
import type { Size, Viewport } from '../../../imagery/viewport.ts'

/** Maximum zoom that a walk zooms in to, in CSS pixels per image pixel. */
const closest = 2
/** Share of the view's shorter side that a shape fills after zooming in, 0 to 1. */
const filled = 0.25
/** Maximum share of a side of the view that a shape may fill, 0 to 1. */
const mostFilled = 0.9
/** Minimum extent assumed for a shape, in image pixels, so that a point is shown with its surroundings. */
const leastSide = 32
/** Minimum legible size of a shape, in CSS pixels. */
const legiblePx = 12

/** Sorts annotations in the order of a walk: sample points in sample order, then the others, oldest first. */
export function walkOf(annotations: readonly Annotation[], points: readonly string[]): Annotation[] {
  const place = new Map(points.map((id, index) => [id, index]))
  const order = ({ id }: Annotation) => place.get(id) ?? points.length
  return [...annotations].sort((a, b) => order(a) - order(b) || (a.id < b.id ? -1 : 1))
}

/** Returns the first annotation after `after` without a label, with wrap-around; null if all others have one. */
export function nextUnnamed(walk: readonly Annotation[], after: string): Annotation | null {
  const at = walk.findIndex(({ id }) => id === after)
  return [...walk.slice(at + 1), ...walk.slice(0, Math.max(0, at))].find(({ labelId }) => labelId === null) ?? null
}

/**
 * Returns the view centred on an annotation; null for a label of the whole image. Zooms in until the annotation fills a quarter of the
 * view's shorter side, or until the maximum zoom. Zooms out if the annotation does not fit. Otherwise the zoom stays the same.
 */
export function viewOf({ shape }: Pick<Annotation, 'shape'>, view: Size, now: Viewport): Viewport | null {
  if (!shape) return null
  const { centerX, centerY, width, height } = placeOf(shape)
  const near = Math.min(closest, (filled * Math.min(view.width, view.height)) / Math.max(width, height))
  const far = mostFilled * Math.min(view.width / width, view.height / height)
  return { centerX, centerY, scale: Math.min(Math.max(now.scale, near), far) }
}

/**
 * Returns a view that shows an annotation. Null if it has no shape, or is already fully visible and legible. Changes the zoom only if necessary.
 */
export function viewToSee(annotation: Pick<Annotation, 'shape'>, view: Size, now: Viewport): Viewport | null {
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

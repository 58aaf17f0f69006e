import type { Shape } from '../contracts/shapes.ts'
import { enclosingBox, type Rectangle } from './outline.ts'

/** Side of the square around a point, in pixels of the image. */
const pointSide = 96
/** Margin on every side of a shape, as a share of the longer side of its bounding box. The surroundings help to identify the organism. */
const marginShare = 0.3
const smallestMargin = 12

/**
 * Region of an image that shows an annotation with a margin, in whole pixels inside the image. The square around a point is moved inwards
 * at the edge of the image. The whole image for an annotation without a shape. Null when no part of the shape lies in the image.
 */
export function patchRegion(shape: Shape | null, width: number, height: number): Rectangle | null {
  if (!shape) return { x: 0, y: 0, width, height }
  const box = enclosingBox(shape)
  if (box.x > width || box.y > height || box.x + box.width < 0 || box.y + box.height < 0) return null
  if (shape.kind === 'point') {
    const side = { width: Math.min(pointSide, width), height: Math.min(pointSide, height) }
    return { x: placed(box.x, side.width, width), y: placed(box.y, side.height, height), ...side }
  }
  const margin = Math.max(smallestMargin, Math.max(box.width, box.height) * marginShare)
  const left = Math.max(0, Math.floor(box.x - margin))
  const top = Math.max(0, Math.floor(box.y - margin))
  const right = Math.min(width, Math.ceil(box.x + box.width + margin))
  const bottom = Math.min(height, Math.ceil(box.y + box.height + margin))
  return { x: left, y: top, width: right - left, height: bottom - top }
}

const placed = (middle: number, side: number, whole: number) => Math.min(Math.max(0, Math.round(middle - side / 2)), whole - side)

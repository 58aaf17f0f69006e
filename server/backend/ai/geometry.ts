import { createHash } from 'node:crypto'
import type { Shape } from '../../../shared/contracts/shapes.ts'
import { enclosingBox } from '../../../shared/geometry/outline.ts'
import { type CropPlace, recipe } from './learning/features.ts'

/** Shape kinds that have a crop: points and areas, but not lines. */
export const croppedKinds = ['point', 'box', 'rotatedBox', 'circle', 'ellipse', 'polygon'] as const satisfies Shape['kind'][]

/** Name of the rule of `cropPlaceOf`. */
export const croppingRule = 'pixels-1'

/** Name of the standard features: recipe and cropping rule. Vectors of different sets are never mixed. */
export const featureSet = `${recipe}/${croppingRule}`

const pointPx = 64
const widePx = 3000
const smallestAreaPx = 32
const largestPx = 1024

/**
 * Returns the fine and coarse crop windows of a shape. For a point, the windows are 64 and 128 px wide. On images at least 3000 px wide, they
 * are 64 and 256 px wide. For an area, the fine window is as wide as the bounding box's longer side, clamped to 32–1024 px. The coarse
 * window is twice as wide.
 */
export function cropPlaceOf(shape: Shape, imageWidth: number): CropPlace {
  const box = enclosingBox(shape)
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  if (shape.kind === 'point') return { ...middle, finePx: pointPx, coarsePx: pointPx * (imageWidth >= widePx ? 4 : 2) }
  const finePx = Math.min(largestPx, Math.max(smallestAreaPx, box.width, box.height))
  return { ...middle, finePx, coarsePx: 2 * finePx }
}

/** Hashes a shape. The hash identifies its features and rejections on an image. @param shape JSON of a Shape */
export const geometryHash = (shape: string): string => createHash('sha256').update(shape).digest('hex').slice(0, 32)

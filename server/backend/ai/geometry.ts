import { createHash } from 'node:crypto'
import type { Shape } from '../../../shared/contracts/shapes.ts'
import { enclosingBox } from '../../../shared/geometry/outline.ts'
import { type CropPlace, recipe } from './learning/features.ts'

/** Kinds of shapes that have a crop: points and areas. */
export const croppedKinds = ['point', 'box', 'rotatedBox', 'circle', 'ellipse', 'polygon'] as const satisfies Shape['kind'][]

/** Features together with the rule of the crops. Vectors of different sets are never mixed. */
export const featureSet = `${recipe}/pixels-1`

const pointPx = 64
const widePx = 3000
const smallestAreaPx = 32
const largestPx = 1024

/** Windows of a shape. A point gets 64 px and two or four times as much, an area its longer side and twice as much. */
export function cropPlaceOf(shape: Shape, imageWidth: number): CropPlace {
  const box = enclosingBox(shape)
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  if (shape.kind === 'point') return { ...middle, finePx: pointPx, coarsePx: pointPx * (imageWidth >= widePx ? 4 : 2) }
  const finePx = Math.min(largestPx, Math.max(smallestAreaPx, box.width, box.height))
  return { ...middle, finePx, coarsePx: 2 * finePx }
}

/** Name of a shape on its image, by which its features and its rejections are found. @param shape JSON of a Shape */
export const geometryHash = (shape: string): string => createHash('sha256').update(shape).digest('hex').slice(0, 32)

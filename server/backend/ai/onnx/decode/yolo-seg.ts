import type { DecodeFacts, DecodeObjects, Found, OutputTensor } from './found.ts'
import { largestRings } from './regions.ts'
import { refuseShape, tensorAt } from './tensor-shape.ts'
import { detections } from './yolo-e2e.ts'
import { anchors } from './yolo8.ts'

/** Number of mask prototypes. */
const prototypes = 32

/** Decodes boxes with mask coefficients [1, 4 + classes + 32, A] and mask prototypes [1, 32, h, w]. */
export const yolo8Seg: DecodeObjects = (tensors, facts) => anchors(tensorAt(tensors, 0, facts), prototypes, facts)

/** Decodes detections with mask coefficients [1, K, 38] and mask prototypes [1, 32, h, w]. */
export const yoloE2eSeg: DecodeObjects = (tensors, facts) => detections(tensorAt(tensors, 0, facts), prototypes, facts)

/**
 * Adds the outline of a candidate. The mask logits are the prototypes weighted by the coefficients, interpolated to input pixels. The
 * outline encloses the pixels of the box with a logit above 0, which is a probability of 0.5.
 * @returns null when no logit is above 0
 */
export function withOutline(found: Found, tensors: readonly OutputTensor[], facts: DecodeFacts): Found | null {
  const { dims, data } = tensorAt(tensors, 1, facts)
  const [, depth = 0, high = 0, wide = 0] = dims
  if (dims.length !== 4 || depth !== prototypes) refuseShape(facts, dims, `prototypes of [1, ${prototypes}, height, width]`)
  const logits = new Float32Array(high * wide)
  for (let prototype = 0; prototype < prototypes; prototype++) {
    const weight = found.coefficients?.[prototype] ?? 0
    for (let cell = 0; cell < logits.length; cell++)
      logits[cell] = (logits[cell] ?? 0) + weight * (data[prototype * logits.length + cell] ?? 0)
  }
  const [perX, perY] = [wide / facts.width, high / facts.height]
  const box = {
    left: Math.max(0, Math.round(found.x1)),
    top: Math.max(0, Math.round(found.y1)),
    right: Math.min(facts.width, Math.round(found.x2)),
    bottom: Math.min(facts.height, Math.round(found.y2))
  }
  const isCovered = (x: number, y: number) =>
    x >= box.left &&
    x < box.right &&
    y >= box.top &&
    y < box.bottom &&
    between(logits, wide, high, (x + 0.5) * perX - 0.5, (y + 0.5) * perY - 0.5) > 0
  const rings = largestRings(isCovered, box)
  return rings && { ...found, rings }
}

/** Interpolates a map bilinearly between its cell centres. */
function between(map: Float32Array, wide: number, high: number, x: number, y: number): number {
  const [atX, atY] = [Math.min(Math.max(x, 0), wide - 1), Math.min(Math.max(y, 0), high - 1)]
  const [left, top] = [Math.floor(atX), Math.floor(atY)]
  const [right, bottom] = [Math.min(left + 1, wide - 1), Math.min(top + 1, high - 1)]
  const [shareX, shareY] = [atX - left, atY - top]
  const at = (column: number, row: number) => map[row * wide + column] ?? 0
  return (
    (at(left, top) * (1 - shareX) + at(right, top) * shareX) * (1 - shareY) +
    (at(left, bottom) * (1 - shareX) + at(right, bottom) * shareX) * shareY
  )
}

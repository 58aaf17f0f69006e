import type { DecodeFacts, Found } from './found.ts'

/** Largest coordinate accepted as normalised. */
const largestShare = 1.5

/** Converts the centre and size of a box to its corners. */
export const fromCentre = (cx: number, cy: number, width: number, height: number) => ({
  x1: cx - width / 2,
  y1: cy - height / 2,
  x2: cx + width / 2,
  y2: cy + height / 2
})

/** Returns boxes in input pixels. If no coordinate exceeds 1.5, the boxes are treated as normalised and scaled up. */
export function inPixels(boxes: Found[], facts: Pick<DecodeFacts, 'width' | 'height'>): Found[] {
  const isShare = boxes.every(({ x1, y1, x2, y2 }) => Math.max(x1, y1, x2, y2) <= largestShare)
  return isShare ? boxes.map(box => scaled(box, facts)) : boxes
}

export const scaled = (box: Found, { width, height }: Pick<DecodeFacts, 'width' | 'height'>): Found => ({
  ...box,
  x1: box.x1 * width,
  y1: box.y1 * height,
  x2: box.x2 * width,
  y2: box.y2 * height
})

/** Finds the class with the highest score. */
export function bestClass(classes: number, scoreOf: (index: number) => number): { index: number; score: number } {
  let best = { index: 0, score: -Infinity }
  for (let index = 0; index < classes; index++) {
    const score = scoreOf(index)
    if (score > best.score) best = { index, score }
  }
  return best
}

export const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit))

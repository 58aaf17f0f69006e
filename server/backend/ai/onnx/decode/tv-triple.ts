import type { DecodeObjects, Found } from './found.ts'
import { refuseShape, tensorAt } from './tensor-shape.ts'

/**
 * Decodes torchvision outputs: boxes [M, 4], labels [M] and scores [M], with corners in input pixels. Class 1 is label 0, because class 0 is
 * the background.
 */
export const tvTriple: DecodeObjects = (tensors, facts) => {
  const [boxes, labels, scores] = [0, 1, 2].map(place => tensorAt(tensors, place, facts))
  const count = scores?.data.length ?? 0
  if (!boxes || !labels || !scores || boxes.data.length !== 4 * count || labels.data.length !== count)
    refuseShape(facts, boxes?.dims ?? [], '[boxes, 4], [boxes] and [boxes]')
  const found: Found[] = []
  for (let row = 0; row < count; row++) {
    const [score = 0, index = -1] = [scores.data[row], (labels.data[row] ?? 0) - 1]
    if (score < facts.output.conf || index < 0 || index >= facts.classes) continue
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = boxes.data.subarray(4 * row, 4 * row + 4)
    found.push({ x1, y1, x2, y2, score, index })
  }
  return found
}

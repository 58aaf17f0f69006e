import { bestClass, fromCentre, inPixels } from './boxes.ts'
import type { DecodeObjects, Found } from './found.ts'
import { rowsOf, tensorAt } from './tensor-shape.ts'

/** Decodes an output [1, A, 5 + classes]: centre, size, objectness and class scores of each anchor. Score = objectness × class score. */
export const yolo5: DecodeObjects = (tensors, facts) => {
  const { classes, output } = facts
  const rows = rowsOf(tensorAt(tensors, 0, facts), 5 + classes, facts, `[1, anchors, ${5 + classes}]`)
  const found: Found[] = []
  for (let row = 0; row < rows.count; row++) {
    const { index, score } = bestClass(classes, each => rows.at(row, 5 + each) * rows.at(row, 4))
    if (score < output.conf) continue
    found.push({ ...fromCentre(rows.at(row, 0), rows.at(row, 1), rows.at(row, 2), rows.at(row, 3)), index, score })
  }
  return inPixels(found, facts)
}

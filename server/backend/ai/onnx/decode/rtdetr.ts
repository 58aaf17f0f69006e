import { bestClass, fromCentre, scaled } from './boxes.ts'
import type { DecodeObjects, Found } from './found.ts'
import { rowsOf, tensorAt } from './tensor-shape.ts'

/** Decodes an output [1, Q, 4 + classes]: normalised centre and size, and the probability of each class. */
export const rtdetr: DecodeObjects = (tensors, facts) => {
  const { classes, output } = facts
  const rows = rowsOf(tensorAt(tensors, 0, facts), 4 + classes, facts, `[1, queries, ${4 + classes}]`)
  const found: Found[] = []
  for (let row = 0; row < rows.count; row++) {
    const { index, score } = bestClass(classes, each => rows.at(row, 4 + each))
    if (score < output.conf) continue
    found.push(scaled({ ...fromCentre(rows.at(row, 0), rows.at(row, 1), rows.at(row, 2), rows.at(row, 3)), index, score }, facts))
  }
  return found
}

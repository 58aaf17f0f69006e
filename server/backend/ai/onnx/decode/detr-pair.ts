import { fromCentre, scaled, sigmoid } from './boxes.ts'
import type { DecodeObjects, Found } from './found.ts'
import { rowsOf, tensorAt } from './tensor-shape.ts'

/** Maximum number of query–class pairs that are kept. */
const mostPairs = 300

/** Decodes boxes [1, Q, 4], as normalised centre and size, and logits [1, Q, classes]. A final “no object” class is optional. */
export const detrPair: DecodeObjects = (tensors, facts) => {
  const { classes, output } = facts
  const boxes = rowsOf(tensorAt(tensors, 0, facts), 4, facts, '[1, queries, 4] and [1, queries, labels]')
  const columns = classes + (output.hasNoObject ? 1 : 0)
  const logits = rowsOf(tensorAt(tensors, 1, facts), columns, facts, `[1, queries, 4] and [1, queries, ${columns}]`)
  const found: Found[] = []
  for (let row = 0; row < Math.min(boxes.count, logits.count); row++)
    for (let index = 0; index < classes; index++) {
      const score = sigmoid(logits.at(row, index))
      if (score < output.conf) continue
      const box = fromCentre(boxes.at(row, 0), boxes.at(row, 1), boxes.at(row, 2), boxes.at(row, 3))
      found.push(scaled({ ...box, index, score }, facts))
    }
  return found.sort((one, other) => other.score - one.score).slice(0, mostPairs)
}

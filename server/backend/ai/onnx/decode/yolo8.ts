import { bestClass, fromCentre, inPixels } from './boxes.ts'
import type { DecodeFacts, DecodeObjects, Found, OutputTensor } from './found.ts'
import { rowsOf, tensorAt } from './tensor-shape.ts'

/** Decodes an output [1, 4 + classes, A] of YOLOv8, YOLOv9 or YOLO11: centre, size and class scores of each anchor. */
export const yolo8: DecodeObjects = (tensors, facts) => anchors(tensorAt(tensors, 0, facts), 0, facts)

/** Reads the candidates that reach the confidence of the manifest. Each anchor has `masks` mask coefficients after its class scores. */
export function anchors(tensor: OutputTensor, masks: number, facts: DecodeFacts): Found[] {
  const { classes, output } = facts
  const columns = 4 + classes + masks
  const rows = rowsOf(tensor, columns, facts, `[1, ${columns}, anchors]`)
  const found: Found[] = []
  for (let row = 0; row < rows.count; row++) {
    const { index, score } = bestClass(classes, each => rows.at(row, 4 + each))
    if (score < output.conf) continue
    const coefficients = masks > 0 && { coefficients: Float32Array.from({ length: masks }, (_, each) => rows.at(row, 4 + classes + each)) }
    found.push({ ...fromCentre(rows.at(row, 0), rows.at(row, 1), rows.at(row, 2), rows.at(row, 3)), index, score, ...coefficients })
  }
  return inPixels(found, facts)
}

import { inPixels } from './boxes.ts'
import type { DecodeFacts, DecodeObjects, Found, OutputTensor } from './found.ts'
import { rowsOf, tensorAt } from './tensor-shape.ts'

/** Decodes an output [1, K, 6] of YOLOv10 or YOLO26: corners, score and class. The model itself suppresses overlapping boxes. */
export const yoloE2e: DecodeObjects = (tensors, facts) => detections(tensorAt(tensors, 0, facts), 0, facts)

/** Reads candidates with `masks` mask coefficients after the class. Candidates whose class has no label are omitted. */
export function detections(tensor: OutputTensor, masks: number, facts: DecodeFacts): Found[] {
  const { classes, output } = facts
  const rows = rowsOf(tensor, 6 + masks, facts, `[1, boxes, ${6 + masks}]`)
  const found: Found[] = []
  for (let row = 0; row < rows.count; row++) {
    const [score, index] = [rows.at(row, 4), Math.round(rows.at(row, 5))]
    if (score < output.conf || index < 0 || index >= classes) continue
    const box = { x1: rows.at(row, 0), y1: rows.at(row, 1), x2: rows.at(row, 2), y2: rows.at(row, 3) }
    const coefficients = masks > 0 && { coefficients: Float32Array.from({ length: masks }, (_, each) => rows.at(row, 6 + each)) }
    found.push({ ...box, index, score, ...coefficients })
  }
  return inPixels(found, facts)
}

import type { Decode } from '../../../../../shared/contracts/uploaded-models.ts'
import { detrPair } from './detr-pair.ts'
import type { DecodeFacts, DecodeObjects, Found, OutputTensor } from './found.ts'
import { suppressed } from './nms.ts'
import { rtdetr } from './rtdetr.ts'
import { semantic } from './semantic.ts'
import { tvTriple } from './tv-triple.ts'
import { yoloE2e } from './yolo-e2e.ts'
import { withOutline, yolo8Seg, yoloE2eSeg } from './yolo-seg.ts'
import { yolo5 } from './yolo5.ts'
import { yolo8 } from './yolo8.ts'

interface ObjectDecode {
  decode: DecodeObjects
  /** Whether the boxes still need non-maximum suppression. */
  overlaps?: boolean
  /** Whether outlines are built from mask prototypes. */
  outlines?: boolean
}

const objectDecodes: Partial<Record<Decode, ObjectDecode>> = {
  yolo5: { decode: yolo5, overlaps: true },
  yolo8: { decode: yolo8, overlaps: true },
  yolo_e2e: { decode: yoloE2e },
  detr_pair: { decode: detrPair },
  rtdetr: { decode: rtdetr },
  tv_triple: { decode: tvTriple },
  yolo8_seg: { decode: yolo8Seg, overlaps: true, outlines: true },
  yolo_e2e_seg: { decode: yoloE2eSeg, outlines: true },
  semantic: { decode: semantic }
}

/** Finds the objects in the outputs of a model, best first, in input pixels. @throws ModelRefused for outputs of the wrong shape */
export function findObjects(tensors: readonly OutputTensor[], facts: DecodeFacts): Found[] {
  const { output, ignored } = facts
  const rule = objectDecodes[output.decode]
  if (!rule) return []
  const candidates = rule.decode(tensors, facts).filter(({ index, x1, y1, x2, y2 }) => !ignored.has(index) && x2 > x1 && y2 > y1)
  const kept = rule.overlaps
    ? suppressed(candidates, { most: output.iou, isAgnostic: output.classAgnosticNms })
    : candidates.sort((one, other) => other.score - one.score)
  const best = kept.slice(0, output.maxDetections)
  return rule.outlines ? best.flatMap(found => withOutline(found, tensors, facts) ?? []) : best
}

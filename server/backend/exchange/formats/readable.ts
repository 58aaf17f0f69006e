import type { ImportFormat } from '../../../../shared/contracts/exchange.ts'
import { biigle } from './biigle/format.ts'
import { coco } from './coco/format.ts'
import { coralnet } from './coralnet/format.ts'
import { cvat } from './cvat/format.ts'
import { darwinCore } from './darwin-core/format.ts'
import type { ReadableFormat } from './format.ts'
import { ifdo } from './ifdo/format.ts'
import { viame } from './viame/format.ts'
import { voc } from './voc/format.ts'
import { yolo } from './yolo/format.ts'

export const readableFormats: Record<ImportFormat, ReadableFormat> = {
  coco,
  yolo,
  voc,
  cvat,
  viame,
  biigle,
  coralnet,
  ifdo,
  dwca: darwinCore
}

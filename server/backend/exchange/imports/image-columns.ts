import type { ImportFormat } from '../../../../shared/contracts/exchange.ts'

/** Column that names the image of an annotation. iFDO and YOLO have none: the image is a key or a file name. */
export const imageColumns: { readonly [format in ImportFormat]?: { column: string } } = {
  biigle: { column: 'filename' },
  coco: { column: 'image_id' },
  coralnet: { column: 'Name' },
  cvat: { column: 'image name' },
  viame: { column: '2' },
  voc: { column: 'filename' }
}

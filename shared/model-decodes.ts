import type { Decode, ModelTask } from './contracts/uploaded-models.ts'

/** Decoding methods available for each task. */
export const decodesOf: Record<ModelTask, readonly Decode[]> = {
  classify: ['softmax', 'logits', 'sigmoid'],
  detect: ['yolo5', 'yolo8', 'yolo_e2e', 'detr_pair', 'rtdetr', 'tv_triple'],
  segment_instance: ['yolo8_seg', 'yolo_e2e_seg'],
  segment_semantic: ['semantic'],
  embed: ['embedding'],
  interactive: ['prompt']
}

import type { Manifest } from '../../shared/contracts/uploaded-models.ts'

const input: Manifest['input'] = {
  name: 'images',
  layout: 'NCHW',
  dtype: 'float32',
  size: [64, 64],
  channels: 'RGB',
  resize: 'letterbox',
  pad: 114,
  scale: 1 / 255,
  mean: [0, 0, 0],
  std: [1, 1, 1]
}

interface ManifestParts {
  task?: Manifest['task']
  output?: Partial<Manifest['output']>
  labels?: Manifest['labels']
  version?: string
  tiling?: Manifest['tiling']
  crop?: Manifest['crop']
  input?: Partial<Manifest['input']>
}

/** Manifest of a model with an input of 64 × 64 px. */
export const manifestWith = ({
  task = 'detect',
  output = {},
  labels,
  version = '1',
  tiling,
  crop,
  input: given = {}
}: ManifestParts = {}): Manifest => ({
  schema: 1,
  name: 'Reef finder',
  version,
  task,
  license: 'CC-BY-4.0',
  input: { ...input, ...given },
  output: { decode: 'yolo_e2e', names: ['out'], conf: 0.25, iou: 0.45, maxDetections: 300, classAgnosticNms: false, minArea: 1, ...output },
  labels: labels ?? [
    { index: 0, name: 'sea star' },
    { index: 1, name: 'crab' }
  ],
  ...(tiling && { tiling }),
  ...(crop && { crop })
})

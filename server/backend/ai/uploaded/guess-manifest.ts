import {
  type Decode,
  type Inspection,
  type Manifest,
  type ModelTask,
  modelLabelLimit
} from '../../../../shared/contracts/uploaded-models.ts'
import { decodesOf } from '../../../../shared/model-decodes.ts'
import { namesOfLiteral } from '../onnx/python-literal.ts'
import { outputCount } from './check-manifest.ts'

const usualSide = 640
const smallestSide = 8
const largestSide = 8192
const maskCoefficients = 32
/** Channels of an encoded image, and pixels of its cells. Source: Segment Anything. */
const [encodedChannels, encodedCellPx] = [256, 16]
/** Mean and standard deviation of each channel in the training images of Segment Anything, for pixels from 0 to 255. */
const [encoderMean, encoderStd] = [
  [123.675, 116.28, 103.53],
  [58.395, 57.12, 57.375]
]

/**
 * Guesses a manifest from the inspection of a file. Unknown values get defaults. The licence is empty unless it is in the metadata.
 * @param decoder hash of the decoder that an interactive pair would use
 */
export function guessManifest(inspection: Inspection, fileName: string, decoder?: string): Manifest {
  const { input, outputs, metadata, address } = inspection
  const names = labelNames(metadata)
  const decode = guessDecode(inspection, names?.size ?? null)
  const isChannelsLast = input.shape[1] !== 3 && input.shape[3] === 3
  const [, first = null, second = null, third = null] = input.shape
  const [height, width] = isChannelsLast ? [first, second] : [second, third]
  const [metaHeight, metaWidth] = sizesIn(metadata.imgsz)
  const task = (Object.keys(decodesOf) as ModelTask[]).find(each => decodesOf[each].includes(decode)) ?? 'detect'
  const isPair = task === 'interactive'
  const readsWindows = task === 'classify' || task === 'embed'
  const size = [width ?? metaWidth ?? usualSide, height ?? metaHeight ?? usualSide].map(side =>
    Math.min(largestSide, Math.max(smallestSide, side))
  )
  return {
    schema: 1,
    name: (metadata.description?.slice(0, 100) || fileName.replace(/\.onnx$/i, '').slice(0, 100)).trim() || 'Model',
    version: metadata.version?.slice(0, 40) || '1',
    task,
    license: metadata.license?.slice(0, 200) ?? '',
    ...(address !== undefined && { source: address.slice(0, 500) }),
    input: {
      name: input.name,
      layout: isChannelsLast ? 'NHWC' : 'NCHW',
      dtype: input.dtype === 'uint8' || input.dtype === 'float16' ? input.dtype : 'float32',
      size,
      channels: 'RGB',
      resize: isPair ? 'corner' : readsWindows ? 'shortest_crop' : 'letterbox',
      pad: 114,
      scale: isPair || input.dtype === 'uint8' ? 1 : 1 / 255,
      mean: isPair ? encoderMean : [0, 0, 0],
      std: isPair ? encoderStd : [1, 1, 1]
    },
    output: {
      decode,
      names: (isPair ? encoderOutputs(inspection) : outputs.slice(0, outputCount(decode))).map(({ name }) => name),
      conf: 0.25,
      iou: 0.45,
      maxDetections: 300,
      classAgnosticNms: false,
      minArea: 20
    },
    labels: isPair || task === 'embed' ? [] : labelsOf(names, classesOf(inspection, decode)),
    ...(isPair && decoder !== undefined && { decoder }),
    ...(task === 'detect' || task === 'segment_instance'
      ? { tiling: { enabled: false, tile: Math.max(...size), overlap: 0.2, maxTiles: 200 } }
      : {}),
    ...(readsWindows && { crop: { fine: Math.max(...size) } })
  }
}

/** Guesses the decoder from the outputs and the metadata. */
function guessDecode(inspection: Inspection, classes: number | null): Decode {
  const { outputs, metadata } = inspection
  const shapes = outputs.map(({ shape }) => shape)
  const [shape = []] = shapes
  const isTriple = shapes.length === 3 && shapes.some(each => each.at(-1) === 4) && shapes.filter(each => each.length === 1).length === 2
  if (isTriple) return 'tv_triple'
  const hasPrototypes = shapes[1]?.length === 4 && shapes[1][1] === maskCoefficients
  if (hasPrototypes || metadata.task === 'segment') return shape.at(-1) === 6 + maskCoefficients ? 'yolo_e2e_seg' : 'yolo8_seg'
  if (shapes.length === 2 && shape.length === 3 && shape.at(-1) === 4) return 'detr_pair'
  if (encoderOutputs(inspection).length > 0) return 'prompt'
  if (isEmbedding(inspection, classes)) return 'embedding'
  if (shape.length === 4) return 'semantic'
  if (shape.length === 2 || metadata.task === 'classify') return 'softmax'
  if (shape.at(-1) === 6 && classes !== 1) return 'yolo_e2e'
  const [, first = null, second = null] = shape
  if (shape.length === 3 && outputs[0]?.dtype.startsWith('int')) return 'semantic'
  if (classes !== null && second === 5 + classes) return 'yolo5'
  if (classes !== null && second === 4 + classes) return 'rtdetr'
  return first !== null && second !== null && second < first ? 'yolo5' : 'yolo8'
}

const embeddingNames = /embed|feature|hidden|pool|cls_token|patch_?tokens/i

/** Whether the first output is probably a vector of features, by its name or the metadata. Files with names of classes are classifiers. */
function isEmbedding({ outputs: [output], metadata }: Inspection, classes: number | null): boolean {
  if (!output || classes !== null) return false
  const { name, shape } = output
  const isVector = shape.length === 2 || shape.length === 3 || (shape.length === 4 && shape[2] === 1 && shape[3] === 1)
  return isVector && (embeddingNames.test(name) || /embed|feature-extraction/.test(metadata.task ?? ''))
}

/** Lists the outputs of an encoder: the encoded image, then its finer features by size. The list is empty for other models. */
function encoderOutputs({ input, outputs }: Inspection): Inspection['outputs'] {
  const side = input.shape[2] ?? null
  const isEncoding = ([, channels, high = null, wide]: TensorShape) =>
    channels === encodedChannels && high !== null && high === wide && (side === null || high * encodedCellPx === side)
  const encoding = outputs.find(({ shape }) => shape.length === 4 && isEncoding(shape))
  const finer = outputs.filter(output => output !== encoding && output.shape.length === 4)
  return encoding ? [encoding, ...finer.sort((one, other) => (other.shape[2] ?? 0) - (one.shape[2] ?? 0)).slice(0, 2)] : []
}

type TensorShape = Inspection['input']['shape']

const lastSize = (shape: TensorShape) => shape.at(-1) ?? Number.NaN
/** Number of values per anchor: the smaller dimension, because there are more anchors than values. */
const smallerSize = (shape: TensorShape) => Math.min(...shape.slice(1).flatMap(size => size ?? []))

/** Number of classes suggested by the shape of an output, for the decoders where it can be derived. */
const classCounts: Partial<Record<Decode, (shape: TensorShape) => number>> = {
  softmax: lastSize,
  detr_pair: lastSize,
  rtdetr: shape => lastSize(shape) - 4,
  yolo5: shape => smallerSize(shape) - 5,
  yolo8: shape => smallerSize(shape) - 4,
  yolo8_seg: shape => smallerSize(shape) - 4 - maskCoefficients,
  semantic: shape => (shape.length === 4 ? (shape[1] ?? Number.NaN) : Number.NaN)
}

function classesOf({ outputs }: Inspection, decode: Decode): number {
  const count = classCounts[decode]?.(outputs[decode === 'detr_pair' ? 1 : 0]?.shape ?? []) ?? Number.NaN
  return Number.isFinite(count) && count > 0 ? Math.min(count, modelLabelLimit) : 1
}

/** Reads the class names from the metadata keys that exporters use. */
function labelNames(metadata: Record<string, string>): Map<number, string> | null {
  for (const key of ['names', 'classes', 'labels']) {
    const names = metadata[key] && namesOfLiteral(metadata[key])
    if (names && names.size <= modelLabelLimit && Math.max(...names.keys()) === names.size - 1) return names
  }
  return null
}

const labelsOf = (names: Map<number, string> | null, count: number): Manifest['labels'] =>
  Array.from({ length: names?.size ?? count }, (_, index) => ({ index, name: names?.get(index)?.slice(0, 300) || `Class ${index}` }))

/** Parses height and width from metadata such as `[640, 640]`. */
const sizesIn = (text: string | undefined): number[] =>
  (/^\[?\s*\d{1,4}(\s*,\s*\d{1,4})?\s*\]?$/.test(text ?? '') ? (text ?? '').match(/\d+/g)! : []).map(Number)

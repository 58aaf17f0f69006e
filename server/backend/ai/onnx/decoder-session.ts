import { readFile } from 'node:fs/promises'
import type { Tensor } from 'onnxruntime-node'
import type { OutputTensor } from './decode/found.ts'
import type { Encoding } from './encoding.ts'
import { ModelRefused } from './errors.ts'
import { loadRuntime, orRefuse, outputOf, sessionOptions } from './session.ts'

/** Click or box corner, in pixels of the encoder's input. */
export interface PromptPoint {
  x: number
  y: number
  /** 1: on the object; 0: beside it; 2 and 3: top left and bottom right corner of a box; −1: none. */
  label: -1 | 0 | 1 | 2 | 3
}

/** Mask of an object: values above 0 are on the object. */
export interface Mask {
  wide: number
  high: number
  data: Float32Array
  /** Part of the encoder's input that the mask covers, from its top left. */
  covers: { width: number; height: number }
}

export interface Decoder {
  maskOf(encoding: Encoding, points: readonly PromptPoint[], input: InputSize): Promise<Mask>
}

/** Size of the encoder's input, and of the resized image in it. */
export interface InputSize {
  width: number
  height: number
  imageWidth: number
  imageHeight: number
}

/** Masks are a fourth of the encoder's input. Source: the exported decoders of Segment Anything. */
const cellPx = 4
const encodingInputs = ['image_embeddings', 'high_res_feats_0', 'high_res_feats_1']

/**
 * Loads the decoder of an interactive pair from its bytes.
 * @throws ModelRefused with the reason given by the runtime
 */
export async function openDecoder(path: string, threads: number): Promise<Decoder> {
  const { InferenceSession, Tensor } = await loadRuntime()
  const session = await orRefuse('The runtime could not load the decoder', async () =>
    InferenceSession.create(new Uint8Array(await readFile(path)), sessionOptions(threads))
  )
  const types = new Map(session.inputMetadata.map(facts => [facts.name, facts.isTensor ? facts.type : 'float32']))
  const isWhole = session.outputNames.includes('low_res_masks') || !session.inputNames.includes('orig_im_size')
  const maskName = ['low_res_masks', 'masks'].find(name => session.outputNames.includes(name)) ?? session.outputNames[0] ?? ''
  const scoreName = session.outputNames.find(name => /^iou_/.test(name))

  function tensorOf(name: string, dims: readonly number[], values: ArrayLike<number>): Tensor {
    const type = types.get(name)
    if (type === 'int64') return new Tensor(type, BigInt64Array.from(values, BigInt), dims)
    if (type === 'int32') return new Tensor(type, Int32Array.from(values), dims)
    return new Tensor('float32', values instanceof Float32Array ? values : Float32Array.from(values), dims)
  }

  /** Returns the tensors of the inputs that the decoder has. @throws ModelRefused for an input without a value */
  function feedOf(encoding: Encoding, points: readonly PromptPoint[], size: InputSize): Record<string, Tensor> {
    const inputs = inputsOf(encoding, points, size)
    const missing = session.inputNames.find(name => !(name in inputs))
    if (missing !== undefined) throw new ModelRefused(`The decoder needs ${missing}, which the encoder does not output`)
    return Object.fromEntries(session.inputNames.map(name => [name, tensorOf(name, ...inputs[name]!)]))
  }

  return {
    async maskOf(encoding, points, input) {
      const names = scoreName === undefined ? [maskName] : [maskName, scoreName]
      const feed = feedOf(encoding, points, input)
      const outputs = await orRefuse('The decoder could not be run', () => session.run(feed, names))
      const masks = outputOf(outputs, maskName)
      const [wide, high] = [masks.dims.at(-1) ?? 0, masks.dims.at(-2) ?? 0]
      const cells = wide * high
      if (masks.dims.length !== 4 || cells === 0)
        throw new ModelRefused(`The decoder outputs no masks: ${maskName} has [${masks.dims.join(', ')}]`)
      const best = scoreName === undefined ? 0 : highest(outputOf(outputs, scoreName), masks.data.length / cells)
      const covers = isWhole ? input : { width: input.imageWidth, height: input.imageHeight }
      return { wide, high, data: masks.data.subarray(best * cells, (best + 1) * cells), covers }
    }
  }
}

type Input = [dims: readonly number[], values: ArrayLike<number>]

/** Returns the dimensions and values of the inputs that a decoder may have. */
function inputsOf({ tensors }: Encoding, points: readonly PromptPoint[], { imageWidth, imageHeight }: InputSize): Record<string, Input> {
  const [, , high = 1, wide = 1] = tensors[0]?.dims ?? []
  const [maskHigh, maskWide] = [cellPx * high, cellPx * wide]
  return {
    ...Object.fromEntries(tensors.map(({ dims, data }, place) => [encodingInputs[place], [dims, data]])),
    point_coords: [[1, points.length, 2], points.flatMap(({ x, y }) => [x, y])],
    point_labels: [[1, points.length], points.map(({ label }) => label)],
    mask_input: [[1, 1, maskHigh, maskWide], new Float32Array(maskHigh * maskWide)],
    has_mask_input: [[1], [0]],
    orig_im_size: [[2], [imageHeight, imageWidth]]
  }
}

/** Returns the place of the mask with the highest score. */
function highest({ data }: OutputTensor, count: number): number {
  let best = 0
  for (let place = 1; place < Math.min(count, data.length); place++) if (data[place]! > data[best]!) best = place
  return best
}

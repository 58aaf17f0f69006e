import { readFile } from 'node:fs/promises'
import type { OutlinePrompt } from '../../../../shared/contracts/image-outlines.ts'
import type { Polygon } from '../../../../shared/contracts/shapes.ts'
import type { Manifest } from '../../../../shared/contracts/uploaded-models.ts'
import { ringArea, type Vertex } from '../../../../shared/geometry/outline.ts'
import { type Decoder, type Mask, openDecoder, type PromptPoint } from './decoder-session.ts'
import { type Encoding, unpacked } from './encoding.ts'
import { ModelRefused } from './errors.ts'
import { outlineOfMask } from './mask-outline.ts'
import { modelInput } from './model-input.ts'
import type { Picture } from './picture.ts'
import { onImage, placementOf } from './placement.ts'
import type { Session } from './session.ts'

const wholeOf = ({ width, height }: { width: number; height: number }) => ({ x: 0, y: 0, width, height })
const mostKept = 4
/** Maximum number of values of an encoding. Segment Anything 2 has 4.2 million. */
const mostValues = 8_000_000

/** Reads an image with the encoder of an interactive pair. @throws ModelRefused */
export async function encoded({ manifest, run }: Session, picture: Picture): Promise<Encoding> {
  const placement = placementOf(manifest.input, wholeOf(picture))
  const tensors = await run(await modelInput(picture, placement, manifest.input))
  const count = tensors.reduce((sum, { data }) => sum + data.length, 0)
  if (count > mostValues)
    throw new ModelRefused(`The encoder outputs ${count.toLocaleString('en')} values for an image, but at most 8 million are supported`)
  return { width: picture.width, height: picture.height, tensors }
}

/**
 * Outlines the object of a prompt.
 * @returns the outline in image pixels; null when the model finds no object
 * @throws ModelRefused
 */
export async function outlined(
  decoder: Decoder,
  encoding: Encoding,
  { input }: Pick<Manifest, 'input'>,
  { box, clicks }: OutlinePrompt
): Promise<Polygon | null> {
  const placement = placementOf(input, wholeOf(encoding))
  const [width = 1, height = 1] = input.size
  const inInput = (x: number, y: number) => ({ x: x * placement.scaleX + placement.dx, y: y * placement.scaleY + placement.dy })
  const points: PromptPoint[] = [
    ...clicks.map(({ x, y, isObject }): PromptPoint => ({ ...inInput(x, y), label: isObject ? 1 : 0 })),
    { ...inInput(box.x, box.y), label: 2 },
    { ...inInput(box.x + box.width, box.y + box.height), label: 3 }
  ]
  const whole = await decoder.maskOf(encoding, points, { width, height, imageWidth: placement.width, imageHeight: placement.height })
  const [perX, perY] = [whole.wide / whole.covers.width, whole.high / whole.covers.height]
  const mask = cropped(whole, Math.ceil(placement.width * perX), Math.ceil(placement.height * perY))
  const objects = [{ x: box.x + box.width / 2, y: box.y + box.height / 2, isObject: true }, ...clicks].filter(({ isObject }) => isObject)
  const inMask = objects.map(({ x, y }): Vertex => {
    const place = inInput(x, y)
    return [place.x * perX, place.y * perY]
  })
  const rings = outlineOfMask(mask, inMask)?.map(ring =>
    ring.map(([x, y]): Vertex => onImage(placement, [x / perX, y / perY]).map(value => Math.round(value * 100) / 100) as Vertex)
  )
  const [outer, ...holes] = rings ?? []
  return outer && ringArea(outer) !== 0 ? { kind: 'polygon', points: outer, ...(holes.length > 0 && { holes }) } : null
}

/** Cuts off the part of a mask that is beside the image. */
function cropped({ wide, high, data }: Mask, toWide: number, toHigh: number): Pick<Mask, 'wide' | 'high' | 'data'> {
  const [width, height] = [Math.min(wide, Math.max(1, toWide)), Math.min(high, Math.max(1, toHigh))]
  if (width === wide) return { wide, high: height, data: data.subarray(0, wide * height) }
  const part = new Float32Array(width * height)
  for (let y = 0; y < height; y++) part.set(data.subarray(y * wide, y * wide + width), y * width)
  return { wide: width, high: height, data: part }
}

let loaded: { key: string; decoder: Decoder } | null = null
const encodings = new Map<string, Encoding>()

/** Returns the decoder of a file, which stays loaded in this process. @throws ModelRefused */
export async function decoderOf(path: string, threads: number): Promise<Decoder> {
  if (loaded?.key !== path) loaded = { key: path, decoder: await openDecoder(path, threads) }
  return loaded.decoder
}

/** Returns the encoding of a file. The latest few stay in this process. @throws ModelRefused */
export async function encodingOf(path: string): Promise<Encoding> {
  const encoding = encodings.get(path) ?? unpacked(await readFile(path))
  encodings.delete(path)
  encodings.set(path, encoding)
  const [oldest] = encodings.keys()
  if (encodings.size > mostKept && oldest !== undefined) encodings.delete(oldest)
  return encoding
}

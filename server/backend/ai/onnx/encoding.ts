import type { OutputTensor } from './decode/found.ts'
import { ModelRefused } from './errors.ts'

/** Image as the encoder of an interactive pair has read it. */
export interface Encoding {
  /** Size of the image in pixels. */
  width: number
  height: number
  /** Outputs of the encoder, in the order of its manifest. */
  tensors: readonly OutputTensor[]
}

export const damagedEncoding = 'The stored encoding of this image is damaged'

interface Header {
  width: number
  height: number
  dims: (readonly number[])[]
}

const lengthBytes = 4
const bytesPerValue = 2

/**
 * Packs an encoding: the length of a JSON header, the header, and the values at half precision, each little-endian.
 * @throws ModelRefused for values that half precision cannot hold
 */
export function packed({ width, height, tensors }: Encoding): Uint8Array {
  const text = JSON.stringify({ width, height, dims: tensors.map(({ dims }) => dims) } satisfies Header)
  const header = Buffer.from(text.padEnd(text.length + (text.length % bytesPerValue))) // so that the values are aligned
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32LE(header.length)
  const values = tensors.map(({ data }) => {
    const halves = Float16Array.from(data)
    if (!halves.every(Number.isFinite)) throw new ModelRefused('The encoder outputs values above 65,504, which half precision cannot hold')
    return Buffer.from(halves.buffer)
  })
  return Buffer.concat([length, header, ...values])
}

/** Reads a packed encoding. @throws ModelRefused for a file that is not one */
export function unpacked(file: Uint8Array): Encoding {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  try {
    let at = lengthBytes + bytes.readUInt32LE(0)
    const { width, height, dims } = JSON.parse(bytes.toString('utf8', lengthBytes, at)) as Header
    const tensors = dims.map((sizes): OutputTensor => {
      const count = sizes.reduce((product, size) => product * size, 1)
      const from = at
      at += count * bytesPerValue
      const copy = Uint8Array.from(bytes.subarray(from, at))
      return { dims: sizes, data: Float32Array.from(new Float16Array(copy.buffer, 0, count)) }
    })
    return { width, height, tensors }
  } catch (cause) {
    throw Object.assign(new ModelRefused(damagedEncoding), { cause })
  }
}

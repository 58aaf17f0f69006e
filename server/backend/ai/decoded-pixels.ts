import sharp from 'sharp'
import { imagePixelLimit } from '../../../shared/limits.ts'
import { decoder } from '../media/views.ts'
import type { Pixels } from './learning/crops.ts'
import type { Luma } from './learning/image-measures.ts'

const inColour = (path: string) => decoder(path, 'what is there').flatten({ background: '#000' }).toColourspace('srgb')

/** Decodes a picture to 8-bit RGB, with its orientation applied. */
export async function decodedPixels(path: string): Promise<Pixels> {
  const { data, info } = await inColour(path).raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  return { data: inThreeChannels(data, info.channels), width: info.width, height: info.height }
}

/** Reads the size of a picture in pixels, with its orientation applied. */
export async function decodedSize(path: string): Promise<{ width: number; height: number }> {
  const { autoOrient } = await sharp(path, { limitInputPixels: imagePixelLimit }).metadata()
  return autoOrient
}

/**
 * Decodes a picture to 8-bit RGB of another size, bilinearly with antialiasing. A JPEG is decoded at a half, a quarter or an eighth of its size
 * first, which takes a fraction of the time and of the memory. This moves its far edges by less than a pixel of the result.
 */
export async function reducedPixels(path: string, width: number, height: number): Promise<Uint8Array> {
  const { data, info } = await inColour(path)
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return inThreeChannels(data, info.channels)
}

/** Longest side of the picture that is measured, in pixels. */
const measuredPx = 1000

/** Decodes a picture to 8-bit luma of at most 1000 × 1000 px, with its orientation applied. Smaller pictures keep their size. */
export async function smallLuma(path: string): Promise<Luma> {
  const { data, info } = await inColour(path)
    .resize(measuredPx, measuredPx, { fit: 'inside', withoutEnlargement: true })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const values = new Uint8Array(width * height)
  for (let pixel = 0, at = 0; pixel < values.length; pixel++, at += channels) {
    const [red = 0, green = red, blue = red] = channels < 3 ? [data[at]] : [data[at], data[at + 1], data[at + 2]]
    values[pixel] = Math.round(0.299 * red + 0.587 * green + 0.114 * blue)
  }
  return { values, width, height }
}

/** Returns pixels in three channels: repeats a single grey channel, or drops any channels after the third. */
function inThreeChannels(data: Buffer, channels: number): Uint8Array {
  if (channels === 3) return data
  const pixels = data.length / channels
  const three = new Uint8Array(pixels * 3)
  for (let pixel = 0; pixel < pixels; pixel++)
    for (let channel = 0; channel < 3; channel++) three[3 * pixel + channel] = data[pixel * channels + (channels < 3 ? 0 : channel)] ?? 0
  return three
}

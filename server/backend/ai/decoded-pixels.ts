import { decoder } from '../media/views.ts'
import type { Pixels } from './learning/crops.ts'

/** Decodes a picture to 8-bit RGB, with its orientation applied. */
export async function decodedPixels(path: string): Promise<Pixels> {
  const { data, info } = await decoder(path, 'what is there')
    .flatten({ background: '#000' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { data: info.channels === 3 ? data : inThreeChannels(data, info.channels), width: info.width, height: info.height }
}

/** Converts pixels to three channels: repeats a single grey channel, or drops any channels after the third. */
function inThreeChannels(data: Buffer, channels: number): Uint8Array {
  const pixels = data.length / channels
  const three = new Uint8Array(pixels * 3)
  for (let pixel = 0; pixel < pixels; pixel++)
    for (let channel = 0; channel < 3; channel++) three[3 * pixel + channel] = data[pixel * channels + (channels < 3 ? 0 : channel)] ?? 0
  return three
}

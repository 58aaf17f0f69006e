import sharp from 'sharp'
import type { Rectangle } from '../../../../shared/geometry/outline.ts'
import { decodedPixels, decodedSize, reducedPixels } from '../decoded-pixels.ts'
import type { Pixels } from '../learning/crops.ts'

/** Picture that a model reads. */
export interface Picture {
  /** Size in pixels, with the orientation applied. */
  width: number
  height: number
  /** Resamples a region to a size, bilinearly with antialiasing, as 8-bit RGB. */
  resampled(region: Rectangle, width: number, height: number): Promise<Uint8Array>
}

/** Picture whose pixels are in memory. */
export const inMemory = ({ data, width: wide, height: high }: Pixels): Picture => ({
  width: wide,
  height: high,
  resampled(region, width, height) {
    const image = sharp(data, { raw: { width: wide, height: high, channels: 3 }, limitInputPixels: false })
    const part = isWhole(region, wide, high)
      ? image
      : image.extract({ left: region.x, top: region.y, width: region.width, height: region.height })
    return part.resize(width, height, { fit: 'fill', kernel: 'linear' }).raw().toBuffer()
  }
})

/** Picture in a file. The whole of it is decoded at about the size that is needed, and parts are cut from all its pixels, which are decoded once. */
export async function inFile(path: string): Promise<Picture> {
  const { width: wide, height: high } = await decodedSize(path)
  let pixels: Promise<Pixels> | undefined
  return {
    width: wide,
    height: high,
    async resampled(region, width, height) {
      if (isWhole(region, wide, high)) return reducedPixels(path, width, height)
      pixels ??= decodedPixels(path)
      return inMemory(await pixels).resampled(region, width, height)
    }
  }
}

const isWhole = (region: Rectangle, width: number, height: number) => region.width === width && region.height === height

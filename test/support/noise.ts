import sharp from 'sharp'
import { randomFrom } from '../../server/backend/ai/learning/random.ts'

interface Noise {
  width: number
  height: number
  /** Mean and standard deviation of the three channels, in levels from 0 to 255. */
  mean: number
  sigma: number
  seed: number
}

/**
 * Draws a picture of Gaussian noise. The same seed gives the same pixels: an edge that noise hides is hidden in every run of a test or in none.
 * Source of the normal deviates: Box & Muller 1958, doi:10.1214/aoms/1177706645.
 */
export function noisePicture({ width, height, mean, sigma, seed }: Noise): Promise<Buffer> {
  const random = randomFrom(seed)
  const levels = Buffer.alloc(3 * width * height)
  for (let at = 0; at < levels.length; at++) {
    const deviate = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    levels[at] = Math.min(255, Math.max(0, Math.round(mean + sigma * deviate)))
  }
  return sharp(levels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

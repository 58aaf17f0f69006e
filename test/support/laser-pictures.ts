import sharp from 'sharp'
import { randomFrom } from '../../server/backend/ai/learning/random.ts'
import type { Position } from '../../shared/photogrammetry/scale.ts'

/** Size of the pictures in pixels. */
export const laserPicture = { width: 720, height: 480 }

/** Draws sand with noise, a red speck, and green laser points. */
export async function pictureWithLasers(seed: number, points: readonly Position[]): Promise<Buffer> {
  const { width, height } = laserPicture
  const random = randomFrom(seed)
  const data = Buffer.alloc(3 * width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const light = 10 * Math.sin(x / 31 + seed) + 12 * (random() - 0.5)
      const away = Math.min(99, ...points.map(point => Math.hypot(x + 0.5 - point.x, y + 0.5 - point.y)))
      const share = 0.9 * Math.exp(-((away / 2.2) ** 2))
      const isSpeck = Math.hypot(x - 300, y - 190) < 3
      const colour = isSpeck
        ? [230, 70, 60]
        : [105, 110, 95].map((value, channel) => (value + light) * (1 - share) + [40, 255, 120][channel]! * share)
      for (const channel of [0, 1, 2]) data[3 * (y * width + x) + channel] = Math.min(255, Math.max(0, colour[channel]!))
    }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

/** Points of a pair of lasers around a place. */
export const laserPair = (x: number, y: number, distance: number): [Position, Position] => [
  { x: x - distance / 2, y: y + 2 },
  { x: x + distance / 2, y: y - 2 }
]

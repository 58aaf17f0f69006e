import sharp from 'sharp'
import { seededGenerator } from '../../../shared/sampling/seeded-random.ts'

/** Draws a sea floor of coarse and fine noise as a JPEG, about as large a file as a photograph. */
export async function drawSeaFloor(path: string, width: number, height: number): Promise<void> {
  const next = seededGenerator('sea floor')
  const [columns, rows] = [Math.ceil(width / 8), Math.ceil(height / 8)]
  const grains = Buffer.alloc(columns * rows * 3)
  for (let at = 0; at < grains.length; at++) grains[at] = 60 + 40 * Math.sin(at / 5_000) + next() / 2 ** 26
  await sharp(grains, { raw: { width: columns, height: rows, channels: 3 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .jpeg({ quality: 90 })
    .toFile(path)
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { decodedPixels } from '../../server/backend/ai/decoded-pixels.ts'
import { cropPlaceOf } from '../../server/backend/ai/geometry.ts'
import { featuresOf } from '../../server/backend/ai/learning/features.ts'
import { drawSeaFloor } from './support/sea-floor.ts'
import { median } from './support/statistics.ts'
import { count, ms, table } from './support/table.ts'

export const title = 'Features of sample points'

const [width, height] = [4_000, 3_000]
const pointCount = 25
const images = 12

/** Measures decoding a photograph alone, and decoding it with the features of its sample points, alternately and in a single thread. */
export async function measure(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'isobath-bench-'))
  const threads = sharp.concurrency()
  try {
    sharp.concurrency(1)
    const path = join(folder, 'photograph.jpg')
    await drawSeaFloor(path, width, height)
    const places = Array.from({ length: pointCount }, (_, point) =>
      cropPlaceOf({ kind: 'point', x: 300 + (point % 5) * 850, y: 250 + Math.floor(point / 5) * 620 }, width)
    )
    const [decoded, whole]: [number[], number[]] = [[], []]
    for (let image = 0; image < images + 2; image++) {
      decoded.push(await timeOf(async () => void (await decodedPixels(path))))
      whole.push(await timeOf(async () => void featuresOf(await decodedPixels(path), places)))
    }
    const [alone, both] = [median(decoded.slice(2)), median(whole.slice(2))] // the first two include compilation
    return [
      `${pointCount} points of a JPEG of ${count((width * height) / 1e6)} megapixels, ${images} times, in one thread. Bars: 20,000 images per core and hour, and 4 × the time of decoding alone.`,
      '',
      table(
        ['step', 'median'],
        [
          ['decoding alone', ms(alone)],
          ['decoding and features', ms(both)],
          ['ratio', `${(both / alone).toFixed(1)} ×`],
          ['images per core and hour', count(3_600_000 / both)]
        ]
      )
    ].join('\n')
  } finally {
    sharp.concurrency(threads)
    rmSync(folder, { recursive: true, force: true })
  }
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

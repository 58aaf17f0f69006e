import { cropOf, cropSide, type Pixels } from './crops.ts'
import { type Dictionary, patchSide, patchSize } from './dictionary.ts'
import { readPatch } from './dictionary-features.ts'
import type { CropPlace } from './features.ts'
import { randomFrom, shuffled } from './random.ts'

/** Maximum number of crops of a picture from which patches are drawn. At both scales, these crops take 20 MB. */
const mostCrops = 200

/** Draws patches at random from crops of a picture, with equal chances for each position. @param count number for each scale */
export function patchesOf(
  pixels: Pixels,
  places: readonly CropPlace[],
  { count, seed }: { count: number; seed: number }
): Record<keyof Dictionary, Float32Array> {
  const random = randomFrom(seed)
  const drawnFrom = shuffled(places.length, random).slice(0, mostCrops)
  const crops = new Map<string, Float32Array>()
  const drawn = { fine: new Float32Array(count * patchSize), coarse: new Float32Array(count * patchSize) }
  const anyOf = (size: number) => Math.floor(random() * size)
  for (let index = 0; index < count; index++) {
    const chosen = drawnFrom[anyOf(drawnFrom.length)] ?? 0
    const place = places[chosen]
    if (!place) continue
    for (const scale of ['fine', 'coarse'] as const) {
      const key = `${scale} ${chosen}`
      const crop = crops.get(key) ?? cropOf(pixels, place, scale === 'fine' ? place.finePx : place.coarsePx)
      crops.set(key, crop)
      const patch = drawn[scale].subarray(index * patchSize, (index + 1) * patchSize)
      readPatch(crop, anyOf(cropSide - patchSide + 1), anyOf(cropSide - patchSide + 1), patch)
    }
  }
  return drawn
}

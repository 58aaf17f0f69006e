import { quoted } from '../../files/reading.ts'
import type { DatasetAnnotation } from '../dataset.ts'
import { samplePointAttribute } from '../kept-attributes.ts'
import type { KnownMedia } from './media-index.ts'

/** Maximum number of sample points on one image. */
const mostOfAnImage = 10_000

/** Index of a sample point on its image, from 0, as given by the format or an attribute. Null for an annotation that is not a sample point. */
export function samplePlace({ shape, samplePoint, attributes }: DatasetAnnotation): number | null {
  if (shape?.kind !== 'point') return null
  const given = samplePoint ?? Number(attributes.find(([name]) => name === samplePointAttribute)?.[1] ?? 0) - 1
  return Number.isInteger(given) && given >= 0 && given < mostOfAnImage ? given : null
}

/** Sample points of a file. An image can have only one sample, because two would count the same area twice. */
export class BroughtSamples {
  readonly #byMedia = new Map<string, { fileName: string; count: number }>()
  count = 0

  /** Adds a sample point. @returns the reason why the image cannot have another point; null when it can */
  add({ id, hasSample }: KnownMedia, fileName: string): string | null {
    if (hasSample) return 'the image already has sample points: remove them to import others'
    const sample = this.#byMedia.get(id) ?? { fileName, count: 0 }
    if (sample.fileName !== fileName) return `it is also the image of ${quoted(sample.fileName)}, which has its own sample points`
    if (sample.count >= mostOfAnImage) return `it has more than ${mostOfAnImage.toLocaleString('en')} sample points`
    this.#byMedia.set(id, { fileName, count: sample.count + 1 })
    this.count += 1
    return null
  }

  get imageCount(): number {
    return this.#byMedia.size
  }
}

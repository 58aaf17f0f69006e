import { quoted } from '../../files/reading.ts'
import type { DatasetAnnotation } from '../dataset.ts'
import { samplePointAttribute } from '../kept-attributes.ts'
import type { KnownMedia } from './media-index.ts'

/** As many as a plan can draw on one image. */
const mostOfAnImage = 10_000

/**
 * Place of an annotation among the sample points of its image, from 0, as its format or its attribute gives it.
 * @returns null for an individual
 */
export function samplePlace({ shape, samplePoint, attributes }: DatasetAnnotation): number | null {
  if (shape?.kind !== 'point') return null
  const given = samplePoint ?? Number(attributes.find(([name]) => name === samplePointAttribute)?.[1] ?? 0) - 1
  return Number.isInteger(given) && given >= 0 && given < mostOfAnImage ? given : null
}

/** The sample points that a file brings. An image has one sample: points of two would count the same ground twice. */
export class BroughtSamples {
  readonly #byMedia = new Map<string, { fileName: string; count: number }>()
  count = 0

  /** @returns why the project cannot have one more point there; null when it can */
  add({ id, hasSample }: KnownMedia, fileName: string): string | null {
    if (hasSample) return 'the image has sample points already: take those away to import others'
    const sample = this.#byMedia.get(id) ?? { fileName, count: 0 }
    if (sample.fileName !== fileName) return `it is the image of ${quoted(sample.fileName)}, which brings sample points, too`
    if (sample.count >= mostOfAnImage) return `it has more than ${mostOfAnImage.toLocaleString('en')} sample points`
    this.#byMedia.set(id, { fileName, count: sample.count + 1 })
    this.count += 1
    return null
  }

  get imageCount(): number {
    return this.#byMedia.size
  }
}

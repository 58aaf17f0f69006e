import type { SamplingFacts } from '../../../shared/contracts/sampling-facts.ts'
import { readNumber } from '../../ui/read-number.ts'

/** Form values of the sampling facts of a survey or a site. */
export interface SamplingTexts {
  samplingProtocol: string
  samplingDescription: string
  sampleSizeValue: string
  sampleSizeUnit: string
  samplingEffort: string
  habitat: string
  locationID: string
  footprintWKT: string
}

type Sampled = SamplingFacts & { footprintWKT: string | null }

export const samplingNames = [
  'samplingProtocol',
  'samplingDescription',
  'sampleSizeValue',
  'sampleSizeUnit',
  'samplingEffort',
  'habitat',
  'locationID',
  'footprintWKT'
] as const

export const samplingTextsOf = (of: Partial<Sampled> | null): SamplingTexts => ({
  samplingProtocol: of?.samplingProtocol ?? '',
  samplingDescription: of?.samplingDescription ?? '',
  sampleSizeValue: of?.sampleSizeValue == null ? '' : String(of.sampleSizeValue),
  sampleSizeUnit: of?.sampleSizeUnit ?? '',
  samplingEffort: of?.samplingEffort ?? '',
  habitat: of?.habitat ?? '',
  locationID: of?.locationID ?? '',
  footprintWKT: of?.footprintWKT ?? ''
})

const orNull = (text: string) => text.trim() || null

export const samplingOf = (texts: SamplingTexts): Sampled => ({
  samplingProtocol: orNull(texts.samplingProtocol),
  samplingDescription: orNull(texts.samplingDescription),
  sampleSizeValue: readNumber(texts.sampleSizeValue),
  sampleSizeUnit: orNull(texts.sampleSizeUnit),
  samplingEffort: orNull(texts.samplingEffort),
  habitat: orNull(texts.habitat),
  locationID: orNull(texts.locationID),
  footprintWKT: orNull(texts.footprintWKT)
})

import { type Static, Type } from 'typebox'
import { Nullable } from './common.ts'

const Words = (maxLength: number, description: string) =>
  Nullable(Type.String({ minLength: 1, maxLength, pattern: '\\S' }), { description })

/**
 * Sampling facts of a publication, a survey or a site. The value for an image comes from its site, otherwise from its survey, otherwise from
 * the publication.
 */
const fields = {
  samplingProtocol: Words(1000, 'name, description or address of the method; dwc:samplingProtocol'),
  samplingDescription: Words(10_000, 'selection of places and images, as free text'),
  sampleSizeValue: Nullable(Type.Number({ exclusiveMinimum: 0, maximum: 1e12 }), {
    description: 'size of the sample in one image when its area is unknown; dwc:sampleSizeValue'
  }),
  sampleSizeUnit: Words(100, 'such as `square metre`, `photograph`; dwc:sampleSizeUnit'),
  samplingEffort: Words(300, 'total effort, such as `4 dives of 30 minutes`; dwc:samplingEffort'),
  habitat: Words(300, 'dwc:habitat'),
  locationID: Nullable(Type.String({ maxLength: 300, pattern: '^\\S+$' }), {
    description: 'such as `http://marineregions.org/mrgid/2401`; dwc:locationID'
  })
}

export type SamplingFacts = { [Name in keyof typeof fields]: Static<(typeof fields)[Name]> }

export const sampling = {
  fields,
  /** Optional fields of a draft or an edit. */
  options: {
    samplingProtocol: Type.Optional(fields.samplingProtocol),
    samplingDescription: Type.Optional(fields.samplingDescription),
    sampleSizeValue: Type.Optional(fields.sampleSizeValue),
    sampleSizeUnit: Type.Optional(fields.sampleSizeUnit),
    samplingEffort: Type.Optional(fields.samplingEffort),
    habitat: Type.Optional(fields.habitat),
    locationID: Type.Optional(fields.locationID)
  }
}

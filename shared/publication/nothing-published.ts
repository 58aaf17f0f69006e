import type { PublicationDraft } from '../contracts/publication.ts'

/** Empty publication, before it is first saved. */
export const nothingPublished: Omit<PublicationDraft, 'revision'> = {
  title: null,
  abstract: null,
  keywords: [],
  people: [],
  contact: null,
  funding: [],
  models: [],
  organizationName: null,
  license: null,
  citation: null,
  doi: null,
  geographicDescription: null,
  samplingDescription: null,
  coordinateUncertaintyInMeters: null,
  samplingProtocol: null,
  sampleSizeValue: null,
  sampleSizeUnit: null,
  samplingEffort: null,
  habitat: null,
  locationID: null
}

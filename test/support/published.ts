import type { PublicationDraft } from '../../shared/contracts/publication.ts'
import { nothingPublished } from '../../shared/publication/nothing-published.ts'
import type { Person } from './backend.ts'

/** A publication without any fault. */
export const wellDescribed: Omit<PublicationDraft, 'revision'> = {
  ...nothingPublished,
  title: 'Benthic megafauna from towed-camera images, Example Ridge, 2024',
  abstract: 'Occurrences of benthic megafauna annotated on sea-floor photographs of Example Ridge.',
  keywords: ['benthos', 'megafauna'],
  people: [
    {
      givenName: 'Ada',
      surName: 'Example',
      organizationName: 'Example Marine Institute',
      email: 'ada@example.org',
      orcid: '0000-0002-1825-0097', // ORCID's own example
      role: 'creator',
      tookImages: true
    },
    {
      givenName: 'Bo Erik',
      surName: 'Other',
      organizationName: null,
      email: null,
      orcid: null,
      role: 'processor',
      tookImages: false
    }
  ],
  contact: { givenName: null, surName: null, organizationName: 'Data office', email: 'data@example.org' },
  organizationName: 'Example Marine Institute',
  license: 'CC-BY-4.0',
  samplingProtocol: 'towed camera transect',
  sampleSizeValue: 1,
  sampleSizeUnit: 'photograph',
  coordinateUncertaintyInMeters: 15
}

/** Replaces the description of a publication. */
export async function describe(by: Person, projectId: string, change: Partial<PublicationDraft> = {}): Promise<void> {
  const url = `/projects/${projectId}/publication`
  const { revision } = (await by.get(url)).json()
  const answer = await by.put(url, { ...wellDescribed, ...change, revision })
  if (answer.statusCode !== 200) throw new Error(`it was not described: ${answer.body}`)
}

import type { FieldError } from '../../../shared/contracts/common.ts'
import type { PublicationDraft } from '../../../shared/contracts/publication.ts'
import type { SamplingFacts } from '../../../shared/contracts/sampling-facts.ts'
import { wktFault } from '../../../shared/geometry/wkt.ts'
import { isDoi } from '../../../shared/vocabulary/doi.ts'
import { isOrcid } from '../../../shared/vocabulary/orcid.ts'

/** Returns violations of the rules that a schema cannot express. */
export function publicationErrors(draft: PublicationDraft): FieldError[] {
  const errors = samplingFaults(draft)
  for (const [at, { orcid }] of draft.people.entries())
    if (orcid && !isOrcid(orcid)) errors.push({ path: `/people/${at}/orcid`, message: 'is not an ORCID iD: its check digit is wrong' })
  const named = new Set<string>()
  for (const [at, { annotator }] of draft.models.entries()) {
    if (named.has(annotator)) errors.push({ path: `/models/${at}/annotator`, message: 'is described twice' })
    named.add(annotator)
  }
  const { contact, doi } = draft
  if (contact && !contact.surName && !contact.organizationName)
    errors.push({ path: '/contact/surName', message: 'is missing: a contact is a person, an organization, or both' })
  if (doi && !isDoi(doi)) errors.push({ path: '/doi', message: 'is not a DOI: a DOI begins with 10. and contains a slash' })
  return errors
}

export function samplingFaults({
  sampleSizeValue: value,
  sampleSizeUnit: unit,
  footprintWKT
}: Pick<SamplingFacts, 'sampleSizeValue' | 'sampleSizeUnit'> & { footprintWKT?: string | null }): FieldError[] {
  const errors: FieldError[] = []
  if ((value === null) !== (unit === null)) {
    const missing = value === null ? 'sampleSizeValue' : 'sampleSizeUnit'
    errors.push({ path: `/${missing}`, message: 'is missing: a size needs its unit, and a unit its size' })
  }
  const fault = footprintWKT ? wktFault(footprintWKT) : null
  if (fault) errors.push({ path: '/footprintWKT', message: fault })
  return errors
}

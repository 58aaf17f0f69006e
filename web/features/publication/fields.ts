import type {
  DatasetLicense,
  Funding,
  Publication,
  PublicationDraft,
  PublishedModel,
  PublishedPerson
} from '../../../shared/contracts/publication.ts'
import { tidyDoi } from '../../../shared/vocabulary/doi.ts'
import { readNumber } from '../../ui/read-number.ts'
import { texts } from './texts.ts'

/** Form values of a publication. Missing values are empty strings. */
export interface PublicationFields {
  title: string
  abstract: string
  keywords: string
  geographicDescription: string
  people: PublishedPerson[]
  contactGivenName: string
  contactSurName: string
  contactOrganization: string
  contactEmail: string
  funding: Funding[]
  models: PublishedModel[]
  samplingProtocol: string
  samplingDescription: string
  sampleSizeValue: string
  sampleSizeUnit: string
  samplingEffort: string
  habitat: string
  locationID: string
  coordinateUncertaintyInMeters: string
  license: DatasetLicense | ''
  organizationName: string
  doi: string
  citation: string
}

export type FieldName = keyof PublicationFields

export const fieldNames = Object.keys(texts.fields) as FieldName[]

const contactFields = new Map<string, FieldName>([
  ['contact', 'contactEmail'],
  ['contact/email', 'contactEmail'],
  ['contact/surName', 'contactSurName'],
  ['contact/givenName', 'contactGivenName'],
  ['contact/organizationName', 'contactOrganization']
])

/** Returns the form field for a contract path or URL fragment, such as `contact/email` or `people/1/orcid`. */
export function fieldOf(path: string): FieldName | null {
  const [first = ''] = path.split('/')
  return contactFields.get(path) ?? contactFields.get(first) ?? fieldNames.find(name => name === first) ?? null
}

const numberText = (value: number | null) => (value === null ? '' : String(value))

export function fieldsOf(publication: Publication): PublicationFields {
  const { contact } = publication
  return {
    title: publication.title ?? '',
    abstract: publication.abstract ?? '',
    keywords: publication.keywords.join(', '),
    geographicDescription: publication.geographicDescription ?? '',
    people: publication.people,
    contactGivenName: contact?.givenName ?? '',
    contactSurName: contact?.surName ?? '',
    contactOrganization: contact?.organizationName ?? '',
    contactEmail: contact?.email ?? '',
    funding: publication.funding,
    models: publication.models,
    samplingProtocol: publication.samplingProtocol ?? '',
    samplingDescription: publication.samplingDescription ?? '',
    sampleSizeValue: numberText(publication.sampleSizeValue),
    sampleSizeUnit: publication.sampleSizeUnit ?? '',
    samplingEffort: publication.samplingEffort ?? '',
    habitat: publication.habitat ?? '',
    locationID: publication.locationID ?? '',
    coordinateUncertaintyInMeters: numberText(publication.coordinateUncertaintyInMeters),
    license: publication.license ?? '',
    organizationName: publication.organizationName ?? '',
    doi: publication.doi ?? '',
    citation: publication.citation ?? ''
  }
}

const orNull = (text: string) => text.trim() || null

/** Builds the draft to send. Empty fields become null. */
export function draftOf(fields: PublicationFields): Omit<PublicationDraft, 'revision'> {
  const contact = {
    givenName: orNull(fields.contactGivenName),
    surName: orNull(fields.contactSurName),
    organizationName: orNull(fields.contactOrganization),
    email: orNull(fields.contactEmail)
  }
  return {
    title: orNull(fields.title),
    abstract: orNull(fields.abstract),
    keywords: keywordsIn(fields.keywords),
    geographicDescription: orNull(fields.geographicDescription),
    people: fields.people,
    contact: Object.values(contact).some(Boolean) ? contact : null,
    funding: fields.funding,
    models: fields.models,
    samplingProtocol: orNull(fields.samplingProtocol),
    samplingDescription: orNull(fields.samplingDescription),
    sampleSizeValue: readNumber(fields.sampleSizeValue),
    sampleSizeUnit: orNull(fields.sampleSizeUnit),
    samplingEffort: orNull(fields.samplingEffort),
    habitat: orNull(fields.habitat),
    locationID: orNull(fields.locationID),
    coordinateUncertaintyInMeters: readNumber(fields.coordinateUncertaintyInMeters),
    license: fields.license || null,
    organizationName: orNull(fields.organizationName),
    doi: orNull(tidyDoi(fields.doi)),
    citation: orNull(fields.citation)
  }
}

/** Splits a text into unique keywords at commas, semicolons and line breaks. */
export const keywordsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;\n]/)
      .map(word => word.trim())
      .filter(Boolean)
  )
]

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/**
 * Merges two edits of one publication. A field that only one edit changed takes the value of that edit. A field that both changed
 * differently is a conflict and keeps the value of `mine` until it is resolved.
 */
export function mergeEdits(base: PublicationFields, mine: PublicationFields, theirs: PublicationFields) {
  const merged = { ...mine }
  const conflicts: FieldName[] = []
  const take = <Name extends FieldName>(name: Name) => {
    if (same(mine[name], theirs[name])) return
    if (same(mine[name], base[name])) merged[name] = theirs[name]
    else if (!same(theirs[name], base[name])) conflicts.push(name)
  }
  for (const name of fieldNames) take(name)
  return { merged, conflicts }
}

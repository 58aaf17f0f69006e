import type { Publication, PublicationCoverage } from '../contracts/publication.ts'
import type { Described } from './described.ts'

/** Where a publication breaks a rule, named by its field. */
export interface PublicationFault {
  field: keyof Publication
  message: string
}

const fillers =
  /^(todo|tbd|tba|test(ing)?|lorem ipsum|n\/?a|none|abstract|description|title|untitled|new project|placeholder|xxx+|\.+|-+|\?+)\b/i
const leastAbstract = 40

/** Whether a text only stands where another one should. */
export const isFiller = (text: string): boolean => fillers.test(text.trim()) || !/\p{L}{2}/u.test(text)

/**
 * Faults of the description of a data set, by the rules of GBIF's IPT and of OBIS. Source: GBIF, how-to guide of the IPT, required
 * metadata; OBIS manual, EML; GBIF metadata profile 1.3.
 */
export function publicationFaults(about: Described): PublicationFault[] {
  const faults: PublicationFault[] = []
  const fault = (field: keyof Publication, message: string) => faults.push({ field, message })
  if (isFiller(about.title)) fault('title', `“${about.title}” is no title of a data set`)
  if (about.abstract === null) fault('abstract', 'The abstract is missing')
  else if (isFiller(about.abstract) || about.abstract.length < leastAbstract || about.abstract === about.title)
    fault('abstract', 'The abstract is a placeholder: write what was done, where, and what the data hold')
  if (about.creators.length === 0) fault('people', 'Nobody is named as creator')
  if (about.creators.some(({ surName }) => surName.includes('@'))) fault('people', 'A creator has an e-mail address for a name')
  if (about.contact === null || !about.contact.email) fault('contact', 'The contact has no e-mail address')
  if (about.organizationName === null) fault('organizationName', 'The organization that publishes the data is missing')
  if (about.license === null) fault('license', 'The licence is missing: GBIF takes CC0, CC BY and CC BY-NC')
  return faults
}

type Lack = PublicationCoverage['lacking']['position']

/** A rule of OBIS or GBIF that records break, as far as it can be computed without an export. */
export interface RecordFault {
  kind: 'position' | 'date' | 'depth' | 'samplingProtocol' | 'sampleSizeValue' | 'taxa' | 'nothing'
  /** Records that break it. */
  count: number
  /** An image that does. */
  mediaId: string | null
  message: string
}

const none: Lack = { count: 0, firstMediaId: null }

const of = (kind: RecordFault['kind'], { count, firstMediaId: mediaId }: Lack, message: string): RecordFault => ({
  kind,
  count,
  mediaId,
  message
})

type Defaults = Pick<Publication, 'samplingProtocol' | 'sampleSizeValue'>

/** Facts that images lack, with their sites, surveys and the publication; and labels that WoRMS does not have. */
export function recordFaults(
  { samplingProtocol, sampleSizeValue }: Defaults,
  { lacking, taxa, imageCount }: PublicationCoverage
): RecordFault[] {
  const named = taxa.filter(({ scientificName }) => scientificName !== null)
  const unmatched = named.filter(({ isMatched }) => !isMatched).length
  const nothing = imageCount === 0 || named.length === 0 ? 1 : 0
  const faults: RecordFault[] = [
    of('position', lacking.position, 'have no position, and their site has none'),
    of('date', lacking.date, 'have no time'),
    of('depth', lacking.depth, 'have no depth, and their site has none'),
    of(
      'samplingProtocol',
      samplingProtocol === null || isFiller(samplingProtocol) ? lacking.protocol : none,
      'have no sampling protocol: GBIF asks for one with every event'
    ),
    of('sampleSizeValue', sampleSizeValue === null ? lacking.sampleSize : none, 'have no area and no other sample size'),
    of('taxa', { count: unmatched, firstMediaId: null }, 'are not matched with WoRMS'),
    of('nothing', { count: nothing, firstMediaId: null }, 'No annotation has a label that is a taxon')
  ]
  return faults.filter(({ count }) => count > 0)
}

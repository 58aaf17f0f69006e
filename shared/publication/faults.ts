import type { Publication, PublicationCoverage } from '../contracts/publication.ts'
import type { Described } from './described.ts'
import { namedModel } from './models.ts'

/** Violation of a rule by a field of a publication. */
export interface PublicationFault {
  field: keyof Publication
  message: string
}

/** Beginnings of placeholder texts. */
const beginnings = /^(todo|tbd|tba|tbc|fixme|lorem ipsum|to be (written|done|added|completed|defined|determined|filled))\b/i
/** Words without content. A text that consists only of these is a placeholder. */
const idleWords = new Set([
  ...['a', 'an', 'the', 'this', 'my', 'our', 'of', 'to', 'be', 'is', 'for', 'and', 'or', 'see', 'here', 'new', 'no', 'not', 'some'],
  ...['abstract', 'description', 'title', 'text', 'name', 'project', 'protocol', 'sampling', 'method', 'methods', 'data', 'dataset', 'set'],
  ...['none', 'nothing', 'null', 'nil', 'na', 'n', 'unknown', 'unspecified', 'undefined', 'untitled', 'empty', 'blank', 'missing'],
  ...['applicable', 'available', 'given', 'known', 'specified', 'provided', 'defined', 'determined', 'stated', 'recorded', 'yet'],
  ...['written', 'added', 'done', 'completed', 'filled', 'follows', 'follow', 'later', 'soon', 'coming', 'test', 'tests', 'testing'],
  ...['example', 'sample', 'placeholder', 'dummy', 'asdf', 'asdfg', 'asd', 'jkl', 'qwe', 'qwer', 'qwerty', 'qwertz', 'foo', 'bar', 'baz'],
  ...['abc', 'xyz', 'bla', 'blah', 'lorem', 'ipsum', 'dolor']
])
const longestPiece = 12
const leastAbstract = 40

/** Whether a text is a placeholder: it has no meaningful word, begins like one, or repeats a sequence of letters. */
export function isFiller(text: string): boolean {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  return !words.some(word => word.length > 1) || beginnings.test(text.trim()) || words.every(isIdle) || isRepeated(words.join(''))
}

const isIdle = (word: string) => idleWords.has(word) || isRepeated(word)

function isRepeated(letters: string): boolean {
  for (let length = 1; length <= longestPiece && 3 * length <= letters.length; length++)
    if (letters.slice(length) === letters.slice(0, -length)) return true
  return false
}

/**
 * Faults of the description of a dataset, according to the rules of GBIF's IPT and of OBIS.
 * Sources: GBIF, how-to guide of the IPT, required metadata; OBIS manual, EML; GBIF metadata profile 1.3.
 */
export function publicationFaults(about: Described): PublicationFault[] {
  const faults: PublicationFault[] = []
  const fault = (field: keyof Publication, message: string) => faults.push({ field, message })
  if (isFiller(about.title)) fault('title', `“${about.title}” is not a title for a dataset`)
  if (about.abstract === null) fault('abstract', 'The abstract is missing')
  else if (isFiller(about.abstract) || about.abstract.length < leastAbstract || about.abstract === about.title)
    fault('abstract', 'The abstract is a placeholder: describe the work, the place, and the content of the data')
  if (about.creators.length === 0) fault('people', 'No creator is named')
  if (about.creators.some(({ surName }) => surName.includes('@'))) fault('people', 'A creator has an e-mail address instead of a name')
  if (about.contact === null || !about.contact.email) fault('contact', 'The contact has no e-mail address')
  if (about.organizationName === null) fault('organizationName', 'The organization that publishes the data is missing')
  if (about.license === null) fault('license', 'The licence is missing: GBIF accepts CC0, CC BY and CC BY-NC')
  return faults
}

type Lack = PublicationCoverage['lacking']['position']

/** Violation of an OBIS or GBIF rule by records, for the rules that can be checked without an export. */
export interface RecordFault {
  kind:
    | 'position'
    | 'coordinateUncertaintyInMeters'
    | 'date'
    | 'depth'
    | 'samplingProtocol'
    | 'sampleSizeValue'
    | 'models'
    | 'taxa'
    | 'nothing'
  /** Number of records that break the rule. */
  count: number
  /** An image with such a record. */
  mediaId: string | null
}

const none: Lack = { count: 0, firstMediaId: null }

const of = (kind: RecordFault['kind'], { count, firstMediaId: mediaId }: Lack): RecordFault => ({ kind, count, mediaId })

type Defaults = Pick<Publication, 'coordinateUncertaintyInMeters' | 'samplingProtocol' | 'sampleSizeValue' | 'models'>

/**
 * Faults of records: missing values, undescribed models, taxa without a match in WoRMS, and a dataset without images or taxa. A value is missing
 * when each of its sources lacks it. The sources are the image, its site, its survey and the publication, if they have such a field.
 */
export function recordFaults(
  { coordinateUncertaintyInMeters, samplingProtocol, sampleSizeValue, models }: Defaults,
  { lacking, taxa, programs, imageCount }: PublicationCoverage
): RecordFault[] {
  const named = taxa.filter(({ scientificName }) => scientificName !== null)
  const unmatched = named.filter(({ isMatched }) => !isMatched).length
  const leaving = programs.filter(({ confirmedCount }) => confirmedCount > 0)
  const undescribed = leaving.filter(({ annotator }) => !namedModel(annotator, models).isDescribed).length
  const nothing = imageCount === 0 || named.length === 0 ? 1 : 0
  const faults: RecordFault[] = [
    of('position', lacking.position),
    of('coordinateUncertaintyInMeters', coordinateUncertaintyInMeters === null ? lacking.uncertainty : none),
    of('date', lacking.date),
    of('depth', lacking.depth),
    of('samplingProtocol', samplingProtocol === null || isFiller(samplingProtocol) ? lacking.protocol : none),
    of('sampleSizeValue', sampleSizeValue === null ? lacking.sampleSize : none),
    of('models', { count: undescribed, firstMediaId: null }),
    of('taxa', { count: unmatched, firstMediaId: null }),
    of('nothing', { count: nothing, firstMediaId: null })
  ]
  return faults.filter(({ count }) => count > 0)
}

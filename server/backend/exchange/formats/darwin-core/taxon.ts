import { codeOfQualifier, markOfQualifier } from '../../../../../shared/taxonomy/qualifiers.ts'
import { type KnownOfName, parseScientificName } from '../../../../../shared/taxonomy/scientific-name.ts'
import { isOtherTaxon } from '../../../taxonomy/clean-name.ts'
import type { DatasetLabel } from '../../dataset.ts'

type Cell = (term: string) => string

/** Higher ranks that have their own column, highest first. */
const ranks = ['kingdom', 'phylum', 'class', 'order', 'family', 'genus']
const lsidOfWorms =
  /^(?:urn:lsid:marinespecies\.org:taxname:|https?:\/\/(?:www\.)?marinespecies\.org\/aphia\.php\?p=taxdetails&id=)([1-9]\d{0,9})$/i
const mostLetters = 200

/**
 * Taxon of a record with its higher taxa; null for a record without a scientific name. A name in open nomenclature gets a label separate from that of
 * the taxon. So does a project-specific name for a taxon above species. GBIF includes the author in the name; other publishers do not.
 */
export function taxonOf(cell: Cell): DatasetLabel | null {
  const given = cell('scientificName')
  if (given === '') return null
  const givenRank = cell('taxonRank').toLowerCase()
  const stated = withoutAuthor(given, givenRank, cell)
  const aphiaIdGiven = lsidOfWorms.exec(cell('scientificNameID') || cell('taxonID'))?.[1]
  const epithets = [cell('specificEpithet'), cell('infraspecificEpithet')].filter(Boolean)
  const known = { rank: givenRank, hasIdentifier: aphiaIdGiven !== undefined, epithets }
  const parsed = parseScientificName(stated, known)
  const scientificName = parsed.name ?? stated
  const isCut = (parsed.name !== null || parsed.qualifier !== '') && isOtherTaxon(parsed, givenRank)
  const rank = isCut ? (parsed.rank ?? '') : givenRank
  const above = ranks
    .slice(0, ranks.includes(rank) ? ranks.indexOf(rank) : undefined)
    .flatMap(each => (cell(each) && cell(each) !== scientificName ? [{ name: cell(each), rank: each }] : []))
  const inName = given.startsWith(stated) ? parsed.authorship || given.slice(stated.length).replace(/^[\s,]+/, '') : ''
  const authorship = isCut ? parsed.authorship : given.startsWith(scientificName) ? cell('scientificNameAuthorship') || inName : ''
  const aphiaId = isCut ? undefined : aphiaIdGiven
  const scientificNameID = aphiaId ? `urn:lsid:marinespecies.org:taxname:${aphiaId}` : undefined
  const { words, qualifier } = ownWords(cell, scientificName, stated, known)
  const mark = markOfQualifier(qualifier)
  const code = codeOfQualifier(qualifier)
  const name = words.slice(0, mostLetters)
  const key = scientificNameID ?? `${cell('kingdom')} ${scientificName}`.trim()
  return {
    id: name === scientificName && !mark && !code ? key : `${key} ${name} ${qualifier}`.trim(),
    name,
    path: above.map(taxon => taxon.name),
    taxon: {
      scientificName,
      ...(authorship && { scientificNameAuthorship: authorship.slice(0, mostLetters) }),
      ...(scientificNameID && { scientificNameID }),
      ...(rank && { taxonRank: rank.slice(0, 50) }),
      ...(mark && { identificationQualifier: mark }),
      ...(code && { morphospecies: code.slice(0, 60) }),
      pathRanks: above.map(taxon => taxon.rank)
    }
  }
}

/** Verbatim identification of a record, and its open nomenclature. */
function ownWords(cell: Cell, scientificName: string, stated: string, known: KnownOfName): { words: string; qualifier: string } {
  const verbatim = parseScientificName(cell('verbatimIdentification'), known)
  const ofName = parseScientificName(stated, known)
  const column = cell('identificationQualifier')
  const given = column === '' ? '' : (qualifierIn(column, scientificName) ?? column)
  const qualifier = given || ofName.qualifier || (verbatim.name === scientificName ? verbatim.qualifier : '')
  if (qualifier !== '') {
    if (verbatim.qualifier !== '' && verbatim.verbatim.length <= mostLetters) return { words: withoutAuthors(verbatim), qualifier }
    const [mark = '', ...epithets] = qualifier.split(' ')
    const isInside = epithets.length > 0 && scientificName.endsWith(` ${epithets.join(' ')}`)
    const certain = isInside ? scientificName.slice(0, -epithets.join(' ').length - 1) : scientificName
    return { words: mark === qualifier && markOfQualifier(mark) ? scientificName : `${certain} ${qualifier}`, qualifier }
  }
  const isOwn = verbatim.name === null ? isAboveSpecies(scientificName, known) : verbatim.name === scientificName
  if (isOwn && verbatim.rest !== '' && verbatim.verbatim.length <= mostLetters) return { words: withoutAuthors(verbatim), qualifier }
  return { words: ofName.name === null || ofName.rest !== '' ? stated : scientificName, qualifier }
}

/** Qualifier in a column, which may hold `cf`, `cf. morhua` or the whole `Gadus cf. morhua`. */
function qualifierIn(column: string, scientificName: string): string | null {
  const whole = parseScientificName(column)
  if (whole.qualifier !== '') return whole.qualifier
  const { qualifier } = parseScientificName(`${scientificName.split(' ')[0]} ${column}`)
  return qualifier === '' ? null : qualifier
}

const withoutAuthors = ({ name, authorship, qualifier, rest, verbatim }: ReturnType<typeof parseScientificName>) =>
  authorship === '' ? verbatim : [name, qualifier, rest].filter(Boolean).join(' ')

const isAboveSpecies = (scientificName: string, { rank }: KnownOfName) => !scientificName.includes(' ') && rank !== 'species'

function withoutAuthor(given: string, rank: string, cell: Cell): string {
  const authorship = cell('scientificNameAuthorship')
  if (authorship && given.length > authorship.length && given.endsWith(authorship))
    return given.slice(0, -authorship.length).replace(/[\s,]+$/, '')
  if (ranks.includes(rank) && beginsWith(given, cell(rank))) return cell(rank)
  const epithets = [cell('genericName') || cell('genus'), cell('specificEpithet'), cell('infraspecificEpithet')].filter(Boolean)
  if (epithets.length > 1) {
    const words = new Set(given.split(/\s+/))
    if (epithets.every(each => words.has(each))) return epithets.join(' ')
  }
  return given
}

const beginsWith = (text: string, start: string) => start !== '' && (text === start || text.startsWith(`${start} `))

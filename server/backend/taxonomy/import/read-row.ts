import { codeOfQualifier, markOfQualifier, qualifierMarks } from '../../../../shared/taxonomy/qualifiers.ts'
import { parseScientificName } from '../../../../shared/taxonomy/scientific-name.ts'
import { plainCell } from '../../exchange/report-cell.ts'
import type { TableRow } from '../../files/delimited.ts'
import { isEmptyCell } from '../../media/metadata-values.ts'
import { withCleanName } from '../clean-name.ts'
import { aphiaIdOf, lsidOf, nameKey, tidyName } from '../names.ts'
import { bareState, type LabelState } from '../rows.ts'
import { type Column, higherRanks, type Meaning, rankOfColumn } from './columns.ts'
import type { GivenLabel, GivenParent, LeftOut, UnusableRow } from './given.ts'
import { environmentColumns, readConservation, readEnvironments, readFlag, readVernacular } from './read-cells.ts'

const longest = 200
const longestText = 10_000

export type RowReading = { label: GivenLabel; leftOut: LeftOut[] } | { unusable: UnusableRow }

/** Reads rows of a table whose columns are known. */
// Long: the fields of one row in their order.
export function rowReader(columns: Column[]): (line: TableRow) => RowReading {
  const at = new Map<Meaning | 'ignored', number>()
  for (const [index, { meaning }] of columns.entries()) if (!at.has(meaning)) at.set(meaning, index)
  const higher = columns
    .map((column, index) => ({ rank: rankOfColumn(column), index, meaning: column.meaning }))
    .filter(({ meaning }) => meaning === 'higherTaxon')
    .sort((a, b) => higherRanks.indexOf(a.rank) - higherRanks.indexOf(b.rank))
  const columnOf = (meaning: Meaning) => columns[at.get(meaning) ?? -1]?.name ?? null
  const hasKeys = at.has('key')

  // Long: the fields of one row in their order.
  return function read({ row, cells }) {
    const raw = (index: number | undefined) => (index === undefined ? '' : tidyName(plainCell(cells[index] ?? '')))
    const text = (meaning: Meaning) => {
      const cell = raw(at.get(meaning))
      return cell === '' || isEmptyCell(cell) ? '' : cell
    }
    const leftOut: LeftOut[] = []
    const leave = (meaning: Meaning, message: string) => {
      leftOut.push({ row, column: columnOf(meaning) ?? '', message })
      return undefined
    }
    const short = (meaning: Meaning, most = longest) => {
      const cell = text(meaning)
      if (cell.length > most) return leave(meaning, `is longer than ${most} characters`)
      return cell || undefined
    }

    const authorship = short('scientificNameAuthorship')
    const scientificName = withoutAuthor(text('scientificName'), authorship)
    const name = raw(at.get('name')) || ownWords(scientificName)
    const refuse = (meaning: Meaning, message: string): RowReading => ({
      unusable: { row, name: name.slice(0, longest) || null, column: columnOf(meaning), message }
    })
    if (name === '') return refuse(at.has('name') ? 'name' : 'scientificName', 'the row has no name')
    if (name.length > longest || scientificName.length > longest)
      return refuse(name.length > longest && at.has('name') ? 'name' : 'scientificName', `is longer than ${longest} characters`)

    const aphiaId = readAphiaId(text('aphiaId'))
    if (text('aphiaId') && aphiaId === null) leave('aphiaId', `“${shorten(text('aphiaId'))}” is not an AphiaID`)
    const key = keyOf(text('key')) || (hasKeys ? '' : String(aphiaId ?? ''))
    if (hasKeys && key === '') return refuse('key', `“${shorten(raw(at.get('key')))}” is not an identifier`)

    const status = short('taxonomicStatus', 60)?.toLowerCase()
    const state: Partial<LabelState> & { name: string } = { name }
    const set = <K extends keyof LabelState>(field: K, value: LabelState[K] | undefined) => {
      if (value !== undefined) state[field] = value as never
    }
    set('scientificName', scientificName || undefined)
    set('scientificNameAuthorship', authorship)
    set('taxonRank', short('taxonRank', 50)?.toLowerCase())
    const ownId = aphiaId ?? aphiaIdOf(key)
    const lsid = readLsid() ?? (ownId === null ? undefined : lsidOf(ownId))
    set('scientificNameID', lsid)
    const isItsOwn = text('acceptedKey') !== '' && [key, lsid].includes(keyOf(text('acceptedKey')))
    if (!isItsOwn) set('acceptedNameUsage', short('acceptedNameUsage'))
    if (!isItsOwn) set('acceptedNameUsageID', acceptedLsid())
    set('taxonomicStatus', status)
    set('identificationQualifier', readQualifier())
    set('morphospecies', short('morphospecies', 60) ?? codeOfQualifier(text('identificationQualifier'))?.slice(0, 60))
    set('verbatimIdentification', short('verbatimIdentification'))
    set('synonyms', several('synonyms', /\s*[|;]\s*/))
    set('vernacularNames', vernacularNames())
    set('environments', environments())
    set('conservationStatus', conservationStatus())
    set('colour', readColour())
    set('definition', long('definition'))
    set('identificationNotes', long('identificationNotes'))
    return {
      label: { row, key: key || null, parent: readParent(), above: readAbove(), acceptedKey: readAcceptedKey(key), state: cleaned(state) },
      leftOut
    }

    function readParent(): GivenParent | null {
      const parentKey = keyOf(text('parentKey'))
      if (parentKey) return { by: 'key', value: parentKey }
      const either = keyOf(text('parent'))
      if (either) return { by: 'either', value: either }
      const parentName = at.has('name') ? text('parentName') : ownWords(text('parentName'))
      return parentName ? { by: 'name', value: parentName } : null
    }

    /** Down to the taxon itself, which may stand in the column of its own rank. */
    function readAbove(): GivenLabel['above'] {
      const above: GivenLabel['above'] = []
      for (const { rank, index } of higher) {
        const taxon = raw(index)
        if (isEmptyCell(taxon) || taxon.length > longest) continue
        if (nameKey(taxon) === nameKey(scientificName || name) || rank === state.taxonRank) break
        above.push({ name: taxon, rank })
      }
      return above
    }

    function readAcceptedKey(own: string): string | null {
      const accepted = keyOf(text('acceptedKey'))
      return accepted === '' || accepted === own ? null : accepted
    }

    function readLsid(): string | undefined {
      const cell = text('scientificNameID')
      if (!cell) return undefined
      const id =
        aphiaIdOf(cell) ?? aphiaIdOf(cell.replace(/^https?:\/\/(www\.)?marinespecies\.org\/aphia\.php\?p=taxdetails&id=/i, lsidStart))
      return id === null ? leave('scientificNameID', `“${shorten(cell)}” is not an LSID of WoRMS`) : lsidOf(id)
    }

    function acceptedLsid(): string | undefined {
      const id = aphiaIdOf(text('acceptedKey')) ?? (at.has('aphiaId') ? readAphiaId(text('acceptedKey')) : null)
      return id === null || id === aphiaId ? undefined : lsidOf(id)
    }

    function readQualifier(): LabelState['identificationQualifier'] | undefined {
      const cell = text('identificationQualifier')
      if (!cell) return undefined
      return (
        qualifierMarks.find(each => each === cell.toLowerCase() || each === `${cell.toLowerCase()}.`) ??
        markOfQualifier(cell) ??
        leave('identificationQualifier', `“${shorten(cell)}” is none of ${qualifierMarks.join(', ')}`)
      )
    }

    function several(meaning: Meaning, separator: RegExp): string[] | undefined {
      return fitting(meaning, text(meaning).split(separator).map(tidyName).filter(Boolean), each => each)
    }

    function fitting<T>(meaning: Meaning, all: T[], nameOf: (each: T) => string): T[] | undefined {
      const kept = all.filter(each => nameOf(each).length <= longest).slice(0, 200)
      if (kept.length < all.length) leave(meaning, `holds more than 200 names, or one longer than ${longest} characters`)
      return kept.length > 0 ? kept : undefined
    }

    function vernacularNames(): LabelState['vernacularNames'] | undefined {
      if (!text('vernacularName')) return undefined
      const { names, fault } = readVernacular(text('vernacularName'), text('language'))
      if (fault) leave('language', fault)
      return fitting('vernacularName', names, ({ name }) => name)
    }

    function environments(): LabelState['environments'] | undefined {
      const flagged = Object.entries(environmentColumns).flatMap(([column, environment]) => {
        const cell = text(column as keyof typeof environmentColumns)
        const flag = readFlag(cell)
        if (cell && flag === null) leave(column as keyof typeof environmentColumns, `“${shorten(cell)}” is neither true nor false`)
        return flag ? [environment] : []
      })
      const cell = text('environments')
      const listed = readEnvironments(cell)
      if (!listed) leave('environments', `“${shorten(cell)}” is not a list of marine, brackish, freshwater, terrestrial`)
      const all = Object.values(environmentColumns).filter(each => flagged.includes(each) || listed?.includes(each))
      return all.length > 0 ? all : undefined
    }

    function conservationStatus(): LabelState['conservationStatus'] | undefined {
      const cell = text('conservationStatus')
      if (!cell) return undefined
      return readConservation(cell) ?? leave('conservationStatus', `“${shorten(cell)}” is no category of the IUCN Red List such as VU`)
    }

    function readColour(): string | undefined {
      const cell = text('colour').toLowerCase()
      if (!cell) return undefined
      const digits = /^#?([0-9a-f]{6})$/.exec(cell)?.[1]
      return digits ? `#${digits}` : leave('colour', `“${shorten(cell)}” is not a colour like #cc5500`)
    }

    function long(meaning: Meaning): string | undefined {
      return short(meaning, longestText)
    }
  }
}

/** The name of a label that has none but that of its taxon: without the author. */
function ownWords(scientificName: string): string {
  const { name, qualifier, rest, verbatim } = parseScientificName(scientificName)
  const isBefore = rest !== '' && verbatim.startsWith(rest)
  return name === null ? scientificName : [isBefore && rest, name, qualifier, !isBefore && rest].filter(Boolean).join(' ')
}

/** The fields that a row fills, with the parts of its scientific name in theirs. */
function cleaned(state: GivenLabel['state']): GivenLabel['state'] {
  const whole = { ...bareState(state.name), ...state }
  const clean = withCleanName(whole)
  if (clean === whole) return state
  const { scientificName, scientificNameAuthorship, scientificNameID, taxonRank } = clean
  const { identificationQualifier, morphospecies, verbatimIdentification } = clean
  const naming = {
    scientificName,
    scientificNameAuthorship,
    scientificNameID,
    taxonRank,
    identificationQualifier,
    morphospecies,
    verbatimIdentification
  }
  const filled = Object.entries(naming).filter(([field, value]) => value !== null || field in state)
  return { ...state, ...Object.fromEntries(filled) }
}

const lsidStart = 'urn:lsid:marinespecies.org:taxname:'

/** What spreadsheets make of whole numbers, and how lists say that there is nothing. */
function keyOf(cell: string): string {
  const plain = cell.replace(/^(\d+)\.0+$/, '$1')
  return isEmptyCell(plain) || /^[+-]?inf(inity)?$/i.test(plain) ? '' : plain.slice(0, longest)
}

function readAphiaId(cell: string): number | null {
  const digits = /^([1-9]\d{0,9})(\.0+)?$/.exec(cell)?.[1]
  return digits ? Number(digits) : null
}

/** Darwin Core's `scientificName` may end with the author; ours never does. */
function withoutAuthor(name: string, authorship: string | undefined): string {
  if (!authorship || name.length <= authorship.length || !name.endsWith(authorship)) return name
  return name.slice(0, -authorship.length).replace(/[\s,]+$/, '')
}

const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

import { parseScientificName } from '../../../../shared/taxonomy/scientific-name.ts'
import type { TableRow } from '../../files/delimited.ts'
import { isEmptyCell } from '../../media/metadata-values.ts'
import { withCleanName } from '../clean-name.ts'
import { aphiaIdOf, lsidOf, nameKey } from '../names.ts'
import { bareState, type LabelState } from '../rows.ts'
import { type Column, higherRanks, type Meaning, rankOfColumn } from './columns.ts'
import type { GivenLabel, GivenParent, LeftOut, UnusableRow } from './given.ts'
import {
  readAllEnvironments,
  readColour,
  readConservationStatus,
  readLsid,
  readMorphospecies,
  readQualifier,
  readSeveral,
  readVernacularNames
} from './read-fields.ts'
import { longest, RowCells, RowColumns, shorten } from './row-cells.ts'

const longestText = 10_000

export type RowReading = { label: GivenLabel; leftOut: LeftOut[] } | { unusable: UnusableRow }

/** Creates a reader for the rows of a table. */
// Long: the fields of one row in order.
export function rowReader(allColumns: Column[]): (line: TableRow) => RowReading {
  const columns = new RowColumns(allColumns)
  const higher = allColumns
    .map((column, index) => ({ rank: rankOfColumn(column), index, meaning: column.meaning }))
    .filter(({ meaning }) => meaning === 'higherTaxon')
    .sort((a, b) => higherRanks.indexOf(a.rank) - higherRanks.indexOf(b.rank))
  const hasKeys = columns.has('key')

  return function read(line) {
    const { row } = line
    const cells = new RowCells(columns, line)
    const authorship = cells.short('scientificNameAuthorship')
    const scientificName = withoutAuthor(cells.text('scientificName'), authorship)
    const name = cells.raw(columns.indexOf('name')) || ownWords(scientificName)
    const refuse = (meaning: Meaning, message: string): RowReading => ({
      unusable: { row, name: name.slice(0, longest) || null, column: columns.nameOf(meaning), message }
    })
    if (name === '') return refuse(columns.has('name') ? 'name' : 'scientificName', 'the row has no name')
    if (name.length > longest || scientificName.length > longest)
      return refuse(name.length > longest && columns.has('name') ? 'name' : 'scientificName', `is longer than ${longest} characters`)

    const aphiaId = readAphiaId(cells.text('aphiaId'))
    if (cells.text('aphiaId') && aphiaId === null) cells.leave('aphiaId', `“${shorten(cells.text('aphiaId'))}” is not an AphiaID`)
    const key = keyOf(cells.text('key')) || (hasKeys ? '' : String(aphiaId ?? ''))
    if (hasKeys && key === '') return refuse('key', `“${shorten(cells.raw(columns.indexOf('key')))}” is not an identifier`)

    const status = cells.short('taxonomicStatus', 60)?.toLowerCase()
    const state: Partial<LabelState> & { name: string } = { name }
    const set = <K extends keyof LabelState>(field: K, value: LabelState[K] | undefined) => {
      if (value !== undefined) state[field] = value as never
    }
    set('scientificName', scientificName || undefined)
    set('scientificNameAuthorship', authorship)
    set('taxonRank', cells.short('taxonRank', 50)?.toLowerCase())
    const ownId = aphiaId ?? aphiaIdOf(key)
    const lsid = readLsid(cells) ?? (ownId === null ? undefined : lsidOf(ownId))
    set('scientificNameID', lsid)
    const isItsOwn = cells.text('acceptedKey') !== '' && [key, lsid].includes(keyOf(cells.text('acceptedKey')))
    if (!isItsOwn) set('acceptedNameUsage', cells.short('acceptedNameUsage'))
    if (!isItsOwn) set('acceptedNameUsageID', acceptedLsid(cells, aphiaId))
    set('taxonomicStatus', status)
    set('identificationQualifier', readQualifier(cells))
    set('morphospecies', readMorphospecies(cells))
    set('verbatimIdentification', cells.short('verbatimIdentification'))
    set('synonyms', readSeveral(cells, 'synonyms', /\s*[|;]\s*/))
    set('vernacularNames', readVernacularNames(cells))
    set('environments', readAllEnvironments(cells))
    set('conservationStatus', readConservationStatus(cells))
    set('colour', readColour(cells))
    set('definition', cells.short('definition', longestText))
    set('identificationNotes', cells.short('identificationNotes', longestText))
    return {
      label: {
        row,
        key: key || null,
        parent: readParent(cells),
        above: readAbove(cells, higher, { name: scientificName || name, rank: state.taxonRank }),
        acceptedKey: readAcceptedKey(cells, key),
        state: cleaned(state)
      },
      leftOut: cells.leftOut
    }
  }
}

function readParent(cells: RowCells): GivenParent | null {
  const parentKey = keyOf(cells.text('parentKey'))
  if (parentKey) return { by: 'key', value: parentKey }
  const either = keyOf(cells.text('parent'))
  if (either) return { by: 'either', value: either }
  const parentName = cells.columns.has('name') ? cells.text('parentName') : ownWords(cells.text('parentName'))
  return parentName ? { by: 'name', value: parentName } : null
}

interface HigherColumn {
  rank: string
  index: number
}

/** Reads the higher taxa of a row. The taxon itself is excluded; it may occupy the column of its rank. */
function readAbove(cells: RowCells, higher: readonly HigherColumn[], own: { name: string; rank?: string | null }): GivenLabel['above'] {
  const above: GivenLabel['above'] = []
  for (const { rank, index } of higher) {
    const taxon = cells.raw(index)
    if (isEmptyCell(taxon) || taxon.length > longest) continue
    if (nameKey(taxon) === nameKey(own.name) || rank === own.rank) break
    above.push({ name: taxon, rank })
  }
  return above
}

function readAcceptedKey(cells: RowCells, own: string): string | null {
  const accepted = keyOf(cells.text('acceptedKey'))
  return accepted === '' || accepted === own ? null : accepted
}

/** Reads the WoRMS LSID of the accepted taxon; undefined when it is the taxon itself. */
function acceptedLsid(cells: RowCells, aphiaId: number | null): string | undefined {
  const id = aphiaIdOf(cells.text('acceptedKey')) ?? (cells.columns.has('aphiaId') ? readAphiaId(cells.text('acceptedKey')) : null)
  return id === null || id === aphiaId ? undefined : lsidOf(id)
}

/** Derives a label name from a scientific name by removing the author. */
function ownWords(scientificName: string): string {
  const { name, qualifier, rest, verbatim } = parseScientificName(scientificName)
  const isBefore = rest !== '' && verbatim.startsWith(rest)
  return name === null ? scientificName : [isBefore && rest, name, qualifier, !isBefore && rest].filter(Boolean).join(' ')
}

/** Moves the parts of a row's scientific name into separate fields. */
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

/** Reads an identifier. Spreadsheets append `.0` to whole numbers, and some lists write NA or infinity for a missing identifier. */
function keyOf(cell: string): string {
  const plain = cell.replace(/^(\d+)\.0+$/, '$1')
  return isEmptyCell(plain) || /^[+-]?inf(inity)?$/i.test(plain) ? '' : plain.slice(0, longest)
}

function readAphiaId(cell: string): number | null {
  const digits = /^([1-9]\d{0,9})(\.0+)?$/.exec(cell)?.[1]
  return digits ? Number(digits) : null
}

/** Removes the author that a Darwin Core `scientificName` may end with. */
function withoutAuthor(name: string, authorship: string | undefined): string {
  if (!authorship || name.length <= authorship.length || !name.endsWith(authorship)) return name
  return name.slice(0, -authorship.length).replace(/[\s,]+$/, '')
}

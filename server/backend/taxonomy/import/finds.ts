import { hash } from 'node:crypto'
import { taxonOf } from '../../exchange/formats/darwin-core/taxon.ts'
import type { TableRow } from '../../files/delimited.ts'
import { aphiaIdOf, nameKey } from '../names.ts'
import { type Column, type Meaning, plainColumn } from './columns.ts'
import type { GivenLabel, GivenList } from './given.ts'
import { addLabel, addLeftOut, type TakenRows } from './label-rows.ts'
import { rowReader } from './read-row.ts'

/** Columns that only Darwin Core occurrences have, not lists of taxa. */
const ofFinds = new Set(['occurrenceid', 'gbifid', 'basisofrecord', 'occurrencestatus'])

/** Columns of an occurrence that describe its taxon, not the occurrence itself. */
const ofTaxon = new Set<Column['meaning']>([
  ...(['scientificName', 'scientificNameAuthorship', 'scientificNameID', 'aphiaId', 'taxonRank', 'higherTaxon'] as const),
  ...(['acceptedNameUsage', 'acceptedKey', 'taxonomicStatus', 'identificationQualifier', 'vernacularName', 'language'] as const),
  ...(['isMarine', 'isBrackish', 'isFreshwater', 'isTerrestrial', 'conservationStatus'] satisfies Meaning[])
])

/** Columns that have no meaning in a list of labels, but contribute to the name of an occurrence. */
const ofName = new Set(['genericname', 'specificepithet', 'infraspecificepithet', 'verbatimidentification', 'taxonid'])

/** Whether the rows of a table are Darwin Core occurrences and not taxa. */
export const isOfFinds = (columns: readonly Column[]) =>
  columns.some(({ meaning }) => meaning === 'scientificName') && columns.some(({ name }) => ofFinds.has(plainColumn(name)))

/**
 * Collects the taxa of occurrences. Each taxon becomes one label with the facts of all its rows. An occurrence with an open-nomenclature
 * identification becomes a separate label.
 */
export function findRows(given: readonly Column[]): TakenRows {
  const columns = given.map((column): Column => (ofTaxon.has(column.meaning) ? column : { name: column.name, meaning: 'ignored' }))
  const read = rowReader(columns)
  const placeOf = new Map(columns.map(({ name }, index) => [plainColumn(name), index] as const).reverse())
  const used = columns.flatMap(({ name, meaning }, index) => (meaning !== 'ignored' || ofName.has(plainColumn(name)) ? [index] : []))
  const list: GivenList = { rowCount: 0, labels: [], unusable: [], leftOut: [] }
  const seen = new Set<string>()
  const byName = new Map<string, GivenLabel[]>()

  /** Names a label after the identification of its occurrence. */
  function named(label: GivenLabel, { cells }: TableRow): GivenLabel {
    const cell = (term: string) => cells[placeOf.get(term.toLowerCase()) ?? -1]?.trim() ?? ''
    if (!cell('identificationQualifier') && !cell('verbatimIdentification')) return label
    const found = taxonOf(cell)
    const { scientificName, identificationQualifier, morphospecies } = found?.taxon ?? {}
    if (!found || (!identificationQualifier && !morphospecies)) return label
    const open = { ...(identificationQualifier && { identificationQualifier }), ...(morphospecies && { morphospecies }) }
    return { ...label, state: { ...label.state, name: found.name, ...(scientificName && { scientificName }), ...open } }
  }

  return {
    list,
    columns,
    take(line) {
      list.rowCount += 1
      const cells = used.map(index => line.cells[index] ?? '').join('\n')
      const content = cells.length > 64 ? hash('sha256', cells, 'base64') : cells
      if (seen.has(content)) return null
      const reading = read(line)
      if ('unusable' in reading) {
        list.unusable.push(reading.unusable)
        return null
      }
      seen.add(content)
      addLeftOut(list, reading.leftOut)
      const label = named(reading.label, line)
      const namesakes = byName.get(nameKey(label.state.name)) ?? []
      const known = namesakes.find(each => isSameTaxon(each, label))
      if (known) {
        complete(known, label)
        return null
      }
      byName.set(nameKey(label.state.name), [...namesakes, label])
      addLabel(list, label)
      return label
    }
  }
}

/**
 * Whether two labels with the same name denote the same taxon. If both have WoRMS identifiers, these must agree. Otherwise the higher taxa
 * that both have must agree.
 */
function isSameTaxon(one: GivenLabel, other: GivenLabel): boolean {
  const [oneId, otherId] = [one, other].map(({ state }) => aphiaIdOf(state.scientificNameID ?? null))
  if (oneId && otherId) return oneId === otherId
  const rankOf = new Map(one.above.map(({ rank, name }) => [rank, nameKey(name)]))
  return other.above.every(({ rank, name }) => (rankOf.get(rank) ?? nameKey(name)) === nameKey(name))
}

function complete(known: GivenLabel, more: GivenLabel): void {
  known.state = { ...more.state, ...known.state }
  if (more.above.length > known.above.length) known.above = more.above
}

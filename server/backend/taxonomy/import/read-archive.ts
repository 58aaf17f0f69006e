import { breathe } from '../../../lib/breathe.ts'
import type { ArchiveTable } from '../../exchange/formats/darwin-core/meta.ts'
import { describedTables } from '../../exchange/formats/darwin-core/open.ts'
import { archiveRows } from '../../exchange/formats/darwin-core/table-read.ts'
import { NotATable, UnusableTable } from '../../files/delimited.ts'
import type { ByteSource } from '../../files/reading.ts'
import { openZip } from '../../files/zip-read.ts'
import { type Column, recogniseColumns } from './columns.ts'
import { findRows } from './finds.ts'
import type { GivenLabel, GivenList } from './given.ts'
import { addLeftOut, labelRows } from './label-rows.ts'
import { readVernacular } from './read-cells.ts'

const mostNames = 200
const longestName = 200
/** Maximum total length of the labels in characters. An archive of 64 MiB can inflate to far more than the available memory. */
const mostLetters = 256 * 1024 * 1024
const rowsAtOnce = 100

/**
 * Reads the taxa of a Darwin Core Archive: its Taxon core with vernacular names, or the taxa of its occurrences. Source: Darwin Core text
 * guide.
 * @throws NotATable for any other archive, or one that cannot be opened
 * @throws NotThisFormat | UnusableTable
 */
export async function readArchive(file: Buffer, mostRows: number): Promise<GivenList & { columns: Column[] }> {
  const zip = await openZip(file).catch(error => {
    throw error.code === 'NOT_THIS_FORMAT' ? new NotATable('an archive that cannot be opened') : error
  })
  try {
    const described = await describedTables(zip.entries)
    if (!described) throw new NotATable('an Excel workbook or a ZIP archive')
    const { tables, contentOf } = described
    const table = tableOfNames(tables)
    if (!table) throw new UnusableTable('The archive has no table of taxa: no table has a scientificName column')
    const { byKey, columns, list } = await readTaxa(table, contentOf(table), mostRows)
    for (const other of tables) {
      if (other === table) continue
      if (table.rowType === 'Taxon' && other.rowType === 'VernacularName') await addVernaculars({ list, byKey }, other, contentOf(other))
      else addLeftOut(list, [{ row: 1, column: other.file, message: 'this table of the archive is not imported' }])
    }
    return { ...list, columns }
  } finally {
    zip.close()
  }
}

/**
 * Returns the table to read taxa from: a core of taxa or occurrences, else an extension of occurrences, else another core. GBIF adds the
 * publisher's verbatim occurrences as a second table.
 */
function tableOfNames(tables: readonly ArchiveTable[]): ArchiveTable | undefined {
  const named = tables.filter(({ fields }) => fields.has('scientificName'))
  const core = named.find(({ isCore }) => isCore)
  if (core?.rowType === 'Taxon' || core?.rowType === 'Occurrence') return core
  return named.find(({ rowType }) => rowType === 'Occurrence') ?? core
}

async function readTaxa(table: ArchiveTable, content: ByteSource, mostRows: number) {
  const isOfTaxa = table.rowType === 'Taxon'
  const terms = [...table.fields.keys()]
  const hasKeyOnly = isOfTaxa && table.keyIndex !== null && !table.fields.has('taxonID')
  const header = recogniseColumns(hasKeyOnly ? ['taxonID', ...terms] : terms)
  const { take, list, columns } = isOfTaxa ? labelRows(header) : findRows(header)
  const byKey = new Map<string, GivenLabel>()
  let letters = 0
  for await (const row of archiveRows(content, table, {})) {
    if (list.rowCount >= mostRows)
      throw new UnusableTable(`The table has more than ${mostRows.toLocaleString('en')} rows: split it into several files`)
    if ('kind' in row) {
      if (row.kind !== 'finding') continue
      list.rowCount += 1
      list.unusable.push({ row: row.finding.row ?? 0, name: null, column: null, message: row.finding.message })
      continue
    }
    const cells = terms.map(row.cell)
    const label = take({ row: row.row, cells: hasKeyOnly ? [row.key, ...cells] : cells })
    if (label) {
      const own = letGoOfFile(label, row.key)
      letters += own.letters
      if (letters > mostLetters) throw new UnusableTable('The taxa of the archive do not fit into memory: split it into several archives')
      if (isOfTaxa && !byKey.has(own.key)) byKey.set(own.key, label)
    }
    if (list.rowCount % rowsAtOnce === 0) await breathe()
  }
  if (list.rowCount === 0) throw new UnusableTable(`The table “${table.file}” of the archive has no rows`)
  return { byKey, list, columns }
}

/** Copies the strings of a label. Cells are slices of the file, and would keep the file in memory. */
function letGoOfFile(label: GivenLabel, key: string): { key: string; letters: number } {
  const text = JSON.stringify({ label, key })
  const own: { label: GivenLabel; key: string } = JSON.parse(text)
  Object.assign(label, own.label)
  return { key: own.key, letters: text.length }
}

type Taken = { list: GivenList; byKey: ReadonlyMap<string, GivenLabel> }

async function addVernaculars({ list, byKey }: Taken, table: ArchiveTable, content: ByteSource): Promise<void> {
  for await (const row of archiveRows(content, table, {})) {
    if ('kind' in row) {
      if (row.kind === 'finding') addLeftOut(list, [{ row: row.finding.row ?? 0, column: table.file, message: row.finding.message }])
      continue
    }
    const { key, cell } = row
    const leave = (column: string, message: string) => addLeftOut(list, [{ row: row.row, column, message }])
    const label = byKey.get(key)
    if (!label) {
      leave(table.file, `refers to “${key.slice(0, 60)}”, for which no taxon was read`)
      continue
    }
    const { names, fault } = readVernacular(cell('vernacularName'), cell('language'))
    if (fault) leave(`${table.file}: language`, fault)
    const known = label.state.vernacularNames ?? []
    const kept = names.filter(({ name }) => name.length <= longestName).slice(0, mostNames - known.length)
    if (kept.length < names.length)
      leave(`${table.file}: vernacularName`, `is longer than ${longestName} characters, or exceeds the limit of ${mostNames} names`)
    label.state.vernacularNames = [...known, ...kept]
    await breathe()
  }
}

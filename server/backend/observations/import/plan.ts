import type { ImportedRow, ObservationImportReport } from '../../../../shared/contracts/observation-import.ts'
import type { ObservationFields } from '../../../../shared/contracts/observations.ts'
import { observationRowLimit } from '../../../../shared/limits.ts'
import { openDelimited } from '../../files/delimited.ts'
import type { Sight } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import { type Cells, cellsOf, meaningsOf } from './columns.ts'
import { knownIdentifiers } from './known-identifiers.ts'
import { type NamesOfProject, namesOfProject } from './names.ts'
import { type ReadRow, readRow } from './read-row.ts'

/** Maximum number of rows that a report lists for each outcome. */
const mostShown = 200

export interface ReadTable {
  columns: ObservationImportReport['columns']
  rows: { row: number; cells: Cells }[]
}

/** Reads the header and cells of a table. @throws NotATable @throws UnusableTable */
export async function readTable(file: Buffer): Promise<ReadTable> {
  const table = await openDelimited(file, observationRowLimit)
  const meanings = meaningsOf(table.header)
  const rows: ReadTable['rows'] = []
  for await (const { row, cells } of table.rows) rows.push({ row, cells: cellsOf(meanings, cells) })
  return { rows, columns: table.header.map((name, place) => ({ name, meaning: meanings[place] ?? 'ignored' })) }
}

export interface ImportPlan {
  report: Omit<ObservationImportReport, 'importId'>
  added: ObservationFields[]
}

/** Determines the outcome of each row. A valid row is `known` if the project or an earlier row has its identifier. */
export async function planImport(db: Database, sight: Sight, { rows, columns }: ReadTable): Promise<ImportPlan> {
  const names = await namesOfProject(db, sight)
  const known = await knownIdentifiers(
    db,
    sight,
    rows.flatMap(({ cells: { occurrenceID: id } }) => (id === undefined ? [] : [id]))
  )
  const added: ObservationFields[] = []
  const counts = { new: 0, known: 0, refused: 0 }
  const shown: ImportedRow[] = []
  for (const { row, cells } of rows) {
    const read = readRow(cells, names)
    const { fields } = read
    const key = fields.occurrenceID?.normalize('NFC') ?? null
    const outcome = read.faults.length > 0 ? 'refused' : key !== null && known.has(key) ? 'known' : 'new'
    if (outcome === 'new') {
      added.push(fields)
      if (key !== null) known.add(key)
    }
    counts[outcome] += 1
    if (counts[outcome] <= mostShown) shown.push({ row, outcome, ...asShown(read, names) })
  }
  const report = {
    rowCount: rows.length,
    newCount: counts.new,
    knownCount: counts.known,
    refusedCount: counts.refused,
    columns,
    rows: shown
  }
  return { report, added }
}

const asShown = ({ fields, faults, leftOut, place }: ReadRow, names: NamesOfProject): Omit<ImportedRow, 'row' | 'outcome'> => ({
  name: fields.labelId === null ? (fields.verbatimIdentification ?? '') : names.nameOfLabel(fields.labelId),
  hasLabel: fields.labelId !== null,
  eventDate: fields.eventDate,
  individualCount: fields.individualCount,
  place,
  faults: [...faults, ...leftOut]
})

import { csvRows } from '../../../files/csv.ts'
import type { ByteSource, ReadingOptions } from '../../../files/reading.ts'
import type { DatasetEntry } from '../../dataset.ts'
import { finding } from '../../finding.ts'
import type { ArchiveTable } from './meta.ts'

export interface ArchiveRow {
  /** Line in the table, from 1. */
  row: number
  /** Key of the core record; empty without one. */
  key: string
  /** Returns the cell for the local name of a term; empty when the record lacks it. */
  cell: (term: string) => string
}

/** Yields the records of a table in an archive, with a finding for each unreadable one. */
export async function* archiveRows(
  source: ByteSource,
  table: ArchiveTable,
  options: ReadingOptions
): AsyncGenerator<ArchiveRow | DatasetEntry, void, undefined> {
  let line = 0
  for await (const row of csvRows(source, { ...options, delimiter: table.delimiter, quotes: table.quotes })) {
    if (++line <= table.headerLines) continue
    if ('fault' in row) {
      yield finding(false, row.fault, { row: row.row, path: table.file })
      continue
    }
    const { cells } = row
    const cell = (term: string) => {
      const field = table.fields.get(term)
      return ((field?.index == null ? '' : cells[field.index]) || field?.fallback || '').trim()
    }
    yield { row: row.row, key: cells[table.keyIndex ?? -1]?.trim() ?? '', cell }
  }
}

import { type CsvRow, csvRows } from '../files/csv.ts'
import { type ByteSource, NotThisFormat, type ReadingOptions } from '../files/reading.ts'
import type { DatasetEntry } from './dataset.ts'
import { finding } from './finding.ts'

export interface NamedRow {
  row: number
  /** Trimmed cell in the column with this lower-case name. Empty when the row or the file lacks the column. */
  cell: (column: string) => string
  /** Names of all columns, in lower case. */
  columns: Iterable<string>
}

/**
 * Reads a CSV with a header row. Yields an unreadable row as a finding.
 * @throws NotThisFormat when the file is empty, or its header is unreadable or lacks a required column
 */
export async function* namedRows(
  source: ByteSource,
  format: string,
  needed: readonly string[],
  options: ReadingOptions
): AsyncGenerator<NamedRow | DatasetEntry, void, undefined> {
  let columns: Map<string, number> | null = null
  for await (const row of csvRows(source, options)) {
    if ('fault' in row) {
      if (!columns) throw new NotThisFormat(`This is not ${format}: ${row.fault.toLowerCase()} in its first row`)
      yield finding(false, row.fault, { row: row.row })
    } else if (!columns) columns = headerOf(row, format, needed)
    else {
      const { cells } = row
      const index = columns
      yield { row: row.row, columns: index.keys(), cell: column => cells[index.get(column) ?? -1]?.trim() ?? '' }
    }
  }
  if (!columns) throw new NotThisFormat(`This is not ${format}: it is empty`)
}

function headerOf({ cells }: CsvRow, format: string, needed: readonly string[]): Map<string, number> {
  const columns = new Map(cells.map((name, index) => [name.trim().toLowerCase(), index]))
  const missing = needed.filter(name => !columns.has(name))
  if (missing.length > 0) throw new NotThisFormat(`This is not ${format}: the first row lacks the columns ${missing.join(', ')}`)
  return columns
}

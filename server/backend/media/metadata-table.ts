import { openDelimited, type TableRow, UnusableTable } from '../files/delimited.ts'
import { type Column, recogniseColumns } from './metadata-columns.ts'

export interface MetadataTable {
  columns: Column[]
  /** True for a table in which the comma is the decimal sign and not a separator: `36,79` is 36.79. */
  decimalComma: boolean
  rows: AsyncIterable<TableRow>
}

const mostRows = 500_000

/**
 * Opens a table of facts about images.
 * @throws NotATable for a workbook or another binary file
 * @throws UnusableTable without a header or a column of file names, and while reading rows when a quote is not closed
 */
export async function openTable(file: Buffer): Promise<MetadataTable> {
  const { header, delimiter, rows } = await openDelimited(file, mostRows)
  const columns = recogniseColumns(header)
  if (!columns.some(column => column.meaning === 'fileName')) {
    const given = columns.slice(0, 12).map(({ name }) => name)
    throw new UnusableTable(
      `No column names the files. The first row must hold the column names, one of them “filename”; it holds: ${given.join(', ')}`
    )
  }
  return { columns, decimalComma: delimiter !== ',', rows }
}

import { openDelimited, type TableRow, UnusableTable } from '../files/delimited.ts'
import { type Column, recogniseColumns } from './metadata-columns.ts'

export interface MetadataTable {
  columns: Column[]
  /** Whether numbers use a decimal comma, as in `36,79` for 36.79. It is false if the comma separates the columns. */
  decimalComma: boolean
  rows: AsyncIterable<TableRow>
}

const mostRows = 500_000

/**
 * Opens a table of facts about images.
 * @throws NotATable for a workbook or another binary file
 * @throws UnusableTable when the header or the file name column is missing; while reading rows, when a quote is not closed
 */
export async function openTable(file: Buffer): Promise<MetadataTable> {
  const { header, delimiter, rows } = await openDelimited(file, mostRows)
  const columns = recogniseColumns(header)
  if (!columns.some(column => column.meaning === 'fileName')) {
    const given = columns.slice(0, 12).map(({ name }) => name)
    throw new UnusableTable(
      `No column contains the file names. The first row must contain the column names, including “filename”. It contains: ${given.join(', ')}`
    )
  }
  return { columns, decimalComma: delimiter !== ',', rows }
}

import { openDelimited, UnusableTable } from '../../files/delimited.ts'
import { isZip } from '../../files/zip-read.ts'
import { type Column, recogniseColumns } from './columns.ts'
import { findRows, isOfFinds } from './finds.ts'
import type { GivenList } from './given.ts'
import { labelRows } from './label-rows.ts'
import { readArchive } from './read-archive.ts'

const mostRows = 1_000_000

/**
 * Reads a list of labels or taxa. The file is a table with `id`, `parent_id` and `name`, or a Darwin Core taxon list, occurrence table or archive.
 * Duplicate rows are read only once.
 * @throws NotATable | UnusableTable | NotThisFormat
 */
export async function readList(file: Buffer): Promise<GivenList & { columns: Column[] }> {
  if (isZip(file)) return readArchive(file, mostRows)
  const { header, rows } = await openDelimited(file, mostRows)
  const columns = recogniseColumns(header)
  if (!columns.some(({ meaning }) => meaning === 'name' || meaning === 'scientificName')) {
    const given = columns.slice(0, 12).map(({ name }) => name)
    throw new UnusableTable(
      `The table needs a column of labels, named “name” or “scientificName”. The first row contains: ${given.join(', ')}`
    )
  }
  const taken = isOfFinds(columns) ? findRows(columns) : labelRows(columns)
  for await (const line of rows) taken.take(line)
  if (taken.list.rowCount === 0) throw new UnusableTable('The table has column names but no rows')
  return { ...taken.list, columns: taken.columns }
}

import { catalogLabelLimit } from '../../../../shared/limits.ts'
import { openDelimited, UnusableTable } from '../../exchange/delimited.ts'
import { type Column, recogniseColumns } from './columns.ts'
import type { GivenList } from './given.ts'
import { rowReader } from './read-row.ts'

const mostRows = 1_000_000
/** More different labels than this cannot fit into a catalog, however many of them it has already. */
const mostLabels = 2 * catalogLabelLimit
const mostTold = 10_000

/**
 * Reads a list of labels or taxa: a table with `id`, `parent_id`, `name`, or a Darwin Core taxon list. Rows without an identifier
 * that say the same as an earlier one (a list of finds names each taxon many times) count once.
 * @throws NotATable | UnusableTable
 */
export async function readList(file: Buffer): Promise<GivenList & { columns: Column[] }> {
  const { header, rows } = await openDelimited(file, mostRows)
  const columns = recogniseColumns(header)
  if (!columns.some(({ meaning }) => meaning === 'name' || meaning === 'scientificName')) {
    const given = columns.slice(0, 12).map(({ name }) => name)
    throw new UnusableTable(
      `No column names the labels. The first row must hold the column names, one of them “name” or “scientificName”; it holds: ${given.join(', ')}`
    )
  }
  const read = rowReader(columns)
  const list: GivenList = { rowCount: 0, labels: [], unusable: [], leftOut: [] }
  const seen = new Set<string>()
  for await (const line of rows) {
    list.rowCount += 1
    const reading = read(line)
    if ('unusable' in reading) {
      list.unusable.push(reading.unusable)
      continue
    }
    const { label, leftOut } = reading
    if (label.key === null) {
      const saying = JSON.stringify({ ...label, row: 0 })
      if (seen.has(saying)) continue
      seen.add(saying)
    }
    if (list.leftOut.length < mostTold) list.leftOut.push(...leftOut)
    list.labels.push(label)
    if (list.labels.length > mostLabels)
      throw new UnusableTable(`The list names more than ${mostLabels.toLocaleString('en')} labels; a catalog holds half of that`)
  }
  if (list.rowCount === 0) throw new UnusableTable('The table has column names but no rows')
  return { ...list, columns }
}

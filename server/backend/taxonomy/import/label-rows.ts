import { catalogLabelLimit } from '../../../../shared/limits.ts'
import { type TableRow, UnusableTable } from '../../files/delimited.ts'
import type { Column } from './columns.ts'
import type { GivenLabel, GivenList, LeftOut } from './given.ts'
import { rowReader } from './read-row.ts'

/** More different labels than this cannot fit into a catalog, however many of them it has already. */
const mostLabels = 2 * catalogLabelLimit
const mostTold = 10_000

/** Rows of a list as they are read, one after another. */
export interface TakenRows {
  list: GivenList
  columns: Column[]
  /** @returns the label that the row is; null for one that cannot be taken, or says the same as an earlier one. @throws UnusableTable */
  take(line: TableRow): GivenLabel | null
}

/** Rows that are a label each. Those without an identifier that say the same as an earlier one count once. */
export function labelRows(columns: Column[]): TakenRows {
  const read = rowReader(columns)
  const list: GivenList = { rowCount: 0, labels: [], unusable: [], leftOut: [] }
  const seen = new Set<string>()
  return {
    list,
    columns,
    take(line) {
      list.rowCount += 1
      const reading = read(line)
      if ('unusable' in reading) {
        list.unusable.push(reading.unusable)
        return null
      }
      const { label, leftOut } = reading
      if (label.key === null) {
        const saying = JSON.stringify({ ...label, row: 0 })
        if (seen.has(saying)) return null
        seen.add(saying)
      }
      addLeftOut(list, leftOut)
      addLabel(list, label)
      return label
    }
  }
}

/** @throws UnusableTable for one too many */
export function addLabel({ labels }: GivenList, label: GivenLabel): void {
  labels.push(label)
  if (labels.length > mostLabels)
    throw new UnusableTable(`The list names more than ${mostLabels.toLocaleString('en')} labels; a catalog holds half of that`)
}

/** The first of them are enough. */
export function addLeftOut({ leftOut: all }: GivenList, leftOut: readonly LeftOut[]): void {
  if (all.length < mostTold) all.push(...leftOut)
}

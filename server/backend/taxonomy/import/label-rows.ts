import { catalogLabelLimit } from '../../../../shared/limits.ts'
import { type TableRow, UnusableTable } from '../../files/delimited.ts'
import type { Column } from './columns.ts'
import type { GivenLabel, GivenList, LeftOut } from './given.ts'
import { rowReader } from './read-row.ts'

/** Maximum number of labels in a list. A longer list cannot fit into a catalog, even if half of its labels are already there. */
const mostLabels = 2 * catalogLabelLimit
const mostReported = 10_000

/** Reader that takes the rows of a list one by one. */
export interface TakenRows {
  list: GivenList
  columns: Column[]
  /** Reads a row. @returns its label; null for an unusable row or a duplicate of an earlier one @throws UnusableTable */
  take(line: TableRow): GivenLabel | null
}

/** Creates a reader for rows with one label each. Identical rows without an identifier are read only once. */
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
        const content = JSON.stringify({ ...label, row: 0 })
        if (seen.has(content)) return null
        seen.add(content)
      }
      addLeftOut(list, leftOut)
      addLabel(list, label)
      return label
    }
  }
}

/** Adds a label to a list. @throws UnusableTable when the list becomes too long */
export function addLabel({ labels }: GivenList, label: GivenLabel): void {
  labels.push(label)
  if (labels.length > mostLabels)
    throw new UnusableTable(`The list has more than ${mostLabels.toLocaleString('en')} labels; a catalog may have at most half as many`)
}

/** Reports cells that were not imported, up to a limit. */
export function addLeftOut({ leftOut: all }: GivenList, leftOut: readonly LeftOut[]): void {
  if (all.length < mostReported) all.push(...leftOut)
}

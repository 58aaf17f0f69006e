import { catalogLabelLimit } from '../../../../shared/limits.ts'
import { type TableRow, UnusableTable } from '../../files/delimited.ts'
import type { Column } from './columns.ts'
import type { GivenLabel, GivenList, LeftOut } from './given.ts'
import { rowReader } from './read-row.ts'

/** Most labels in a list. A catalog has no room for more, even when it already has some of them. */
const mostLabels = 2 * catalogLabelLimit
const mostReported = 10_000

/** Reader of the rows of a list, one after another. */
export interface TakenRows {
  list: GivenList
  columns: Column[]
  /** Reads a row. @returns its label; null for an unusable row or a repetition of an earlier one @throws UnusableTable */
  take(line: TableRow): GivenLabel | null
}

/** Reader of rows with one label each. Identical rows without an identifier are read once. */
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

/** Adds a label to a list. @throws UnusableTable when the list has too many labels */
export function addLabel({ labels }: GivenList, label: GivenLabel): void {
  labels.push(label)
  if (labels.length > mostLabels)
    throw new UnusableTable(`The list has more than ${mostLabels.toLocaleString('en')} labels; a catalog holds at most half as many`)
}

/** Adds cells that were left out, up to a limit. */
export function addLeftOut({ leftOut: all }: GivenList, leftOut: readonly LeftOut[]): void {
  if (all.length < mostReported) all.push(...leftOut)
}

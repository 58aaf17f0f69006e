import type { ImportFinding } from '../../../shared/contracts/exchange.ts'

export type PlaceInFile = Pick<ImportFinding, 'row' | 'column' | 'path'>

export interface FindingGroup {
  key: string
  message: string
  taken: boolean
  /** Number of entries in the file with this finding. */
  count: number
  /** Number of entries with this message. It is 1 for a finding whose message states the number of entries. */
  times: number
  /** Places of some of the entries, at least the first ones. */
  places: PlaceInFile[]
}

/**
 * Groups findings by message and outcome. Groups are in the order of their first finding. A report stored by an earlier version lists equal findings
 * one by one. Other reports list them once, with further places.
 */
export function groupFindings(findings: readonly ImportFinding[]): FindingGroup[] {
  const groups = new Map<string, FindingGroup>()
  for (const { message, taken, count = 1, further, row, column, path } of findings) {
    const key = `${taken} ${message}`
    const group = groups.get(key) ?? { key, message, taken, count: 0, times: 0, places: [] }
    group.count += count
    group.times += further ? count : 1
    group.places.push({ row, column, path }, ...(further ?? []))
    groups.set(key, group)
  }
  return [...groups.values()]
}

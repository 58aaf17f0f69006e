import type { MapHistograms } from '../../../shared/contracts/map.ts'
import { type Condition, type Filter, formatFilter, namesArea, parseFilter, ranges } from '../../../shared/filters.ts'
import type { BrushBar } from './brush.tsx'

/** Range selected in a histogram: depths in metres, or days. Null for an open end. */
export interface Range<Value> {
  from: Value | null
  to: Value | null
}

/** Reads the filter from the URL. An unreadable filter counts as empty. */
export function readFilter(text: string): Filter {
  try {
    return parseFilter(text)
  } catch {
    return []
  }
}

type RangeField = 'depth' | 'eventDate'

/** Returns the range that all groups of a filter share. An end on which they differ is open. */
export function rangeIn(filter: Filter, field: RangeField): Range<string> {
  const end = (operator: 'atLeast' | 'atMost') => {
    const values = filter.map(group => group.find(condition => condition.field === field && condition.operator === operator)?.value)
    const [value] = values
    return value !== undefined && values.every(other => other === value) ? String(value) : null
  }
  return { from: end('atLeast'), to: end('atMost') }
}

/** Step smaller than the resolution of depths, in metres. */
const leastStep = 1e-6

/** Returns a bar of the depth histogram. Filter ranges include their ends, so the bar ends just before the next one. */
export function depthBar({ from, to, count }: MapHistograms['depth'][number]): BrushBar {
  const [least, most] = ranges.depth
  return { from: String(Math.max(least, from)), to: String(Math.min(most, Number((to - leastStep).toFixed(6)))), count }
}

/** Replaces the range of a field in each group of a filter. */
export function withRange(text: string, field: RangeField, { from, to }: Range<string>): string {
  const ends = [
    ['atLeast', from],
    ['atMost', to]
  ] as const
  const added = ends.flatMap(([operator, value]) => (value === null ? [] : [`${field}.${operator}.${value}`])).join('*')
  const conditions = readFilter(added)[0] ?? []
  return replaced(text, condition => condition.field === field, conditions)
}

/** Replaces the label in a filter. The labels below the new label match too. Null removes the condition. */
export function withLabel(text: string, labelId: string | null): string {
  const added: readonly Condition[] = labelId === null ? [] : [{ field: 'label', operator: 'under', value: labelId }]
  return replaced(text, condition => condition.field === 'label', added)
}

/** Replaces the drawn area in each group of a filter. */
export const withArea = (text: string, areaId: string): string =>
  replaced(text, namesArea, [{ field: 'area', operator: 'inside', value: areaId }])

/** Returns the label that all groups of a filter share; null when they differ or name none. */
export function labelIn(filter: Filter): string | null {
  const values = filter.map(group => group.find(({ field, operator }) => field === 'label' && operator === 'under')?.value)
  const [value] = values
  return typeof value === 'string' && values.every(other => other === value) ? value : null
}

function replaced(text: string, isOld: (condition: Condition) => boolean, added: readonly Condition[]): string {
  const filter = readFilter(text)
  const groups = (filter.length > 0 ? filter : [[]]).map(group => [...group.filter(condition => !isOld(condition)), ...added])
  // A group without conditions matches everything, and so does a filter with such a group.
  return groups.some(group => group.length === 0) ? '' : formatFilter(groups)
}

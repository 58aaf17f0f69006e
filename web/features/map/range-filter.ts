import type { MapHistograms } from '../../../shared/contracts/map.ts'
import { type Condition, type Filter, formatFilter, parseFilter, ranges } from '../../../shared/filters.ts'
import type { BrushBar } from './brush.tsx'

/** Range of a brush: depths in metres, or days. Null for an open end. */
export interface Range<Value> {
  from: Value | null
  to: Value | null
}

/** Reads the filter of an address. An unreadable filter counts as empty. */
export function readFilter(text: string): Filter {
  try {
    return parseFilter(text)
  } catch {
    return []
  }
}

type RangeField = 'depth' | 'eventDate'

/** Range that all groups of a filter share; open where they differ. */
export function rangeIn(filter: Filter, field: RangeField): Range<string> {
  const end = (operator: 'atLeast' | 'atMost') => {
    const values = filter.map(group => group.find(condition => condition.field === field && condition.operator === operator)?.value)
    const [value] = values
    return value !== undefined && values.every(other => other === value) ? String(value) : null
  }
  return { from: end('atLeast'), to: end('atMost') }
}

/** Amount below the resolution of depths, in metres. */
const leastStep = 1e-6

/** Bar of a brush for depths. Ranges of a filter include their ends, so the bar ends just before the next one. */
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

/** Replaces the label of a filter. The labels below it match too. With null, all labels match. */
export function withLabel(text: string, labelId: string | null): string {
  const added: readonly Condition[] = labelId === null ? [] : [{ field: 'label', operator: 'under', value: labelId }]
  return replaced(text, condition => condition.field === 'label', added)
}

/** Label that all groups of a filter share. */
export function labelIn(filter: Filter): string | null {
  const values = filter.map(group => group.find(({ field, operator }) => field === 'label' && operator === 'under')?.value)
  const [value] = values
  return typeof value === 'string' && values.every(other => other === value) ? value : null
}

function replaced(text: string, isOld: (condition: Condition) => boolean, added: readonly Condition[]): string {
  const filter = readFilter(text)
  const groups = (filter.length > 0 ? filter : [[]]).map(group => [...group.filter(condition => !isOld(condition)), ...added])
  // A group without a condition matches everything, and with it the whole filter.
  return groups.some(group => group.length === 0) ? '' : formatFilter(groups)
}

import { boxOf, wktOf } from './area.ts'
import type { Raw } from './source.ts'
import { textOf } from './text.ts'

/** Condition of a GBIF download. */
type Predicate =
  | { type: 'and'; predicates: Predicate[] }
  | { type: 'equals' | 'greaterThanOrEquals' | 'lessThanOrEquals'; key: string; value: string }
  | { type: 'within'; geometry: string }

/** Conditions of a query, as GBIF's download service reads them. @param taxonKey key of the taxon at GBIF */
export function predicateOf(query: Raw, taxonKey: string | null): Predicate {
  const box = boxOf(query)
  const [first, last, dataset] = [textOf(query.startdate), textOf(query.enddate), textOf(query.datasetid)]
  const least = (key: string, value: unknown) => ({ type: 'greaterThanOrEquals' as const, key, value: String(value) })
  const most = (key: string, value: unknown) => ({ type: 'lessThanOrEquals' as const, key, value: String(value) })
  const predicates: Predicate[] = [
    ...(taxonKey ? [{ type: 'equals' as const, key: 'TAXON_KEY', value: taxonKey }] : []),
    ...(box ? [{ type: 'within' as const, geometry: wktOf(box) }] : []),
    ...(first ? [least('EVENT_DATE', first)] : []),
    ...(last ? [most('EVENT_DATE', last)] : []),
    ...(query.startdepth === undefined ? [] : [least('DEPTH', query.startdepth)]),
    ...(query.enddepth === undefined ? [] : [most('DEPTH', query.enddepth)]),
    ...(dataset ? [{ type: 'equals' as const, key: 'DATASET_KEY', value: dataset }] : [])
  ]
  return { type: 'and', predicates }
}

/** Whether GBIF's copy of a predicate has the same conditions. GBIF adds fields to a condition, and removes an `and` around a single condition. */
export function isSamePredicate(ours: unknown, theirs: unknown): boolean {
  const [mine, found] = [conditionsOf(ours), conditionsOf(theirs)]
  return mine.length === found.length && mine.every((condition, place) => condition === found[place])
}

function conditionsOf(predicate: unknown): string[] {
  const { type, key, value, geometry, predicates } = (predicate ?? {}) as Raw
  if (type === 'and' && Array.isArray(predicates)) return predicates.flatMap(conditionsOf).sort()
  return [[type, key, value, geometry].map(part => String(part ?? '').replaceAll(/\s+/g, ' ')).join('|')]
}

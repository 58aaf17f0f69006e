import type { Filter } from '../../../shared/filters.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { shownPlaces } from './shown-places.ts'

/** Below a half metre by less than depths are given to: a half is rounded up, so it is in the next metre. */
const justBelowHalf = 0.5 - 1e-6

/**
 * A filter for someone who gets depths in whole metres: it finds what it would find among those, so that repeated questions learn nothing
 * finer.
 */
export function wholeMeterDepths(filter: Filter): Filter {
  return filter.map(group =>
    group.map(condition => {
      if (condition.field !== 'depth') return condition
      const { operator, value } = condition
      return { ...condition, value: operator === 'atLeast' ? Math.ceil(value) - 0.5 : Math.floor(value) + justBelowHalf }
    })
  )
}

/** A filter for someone of a project: it asks of depths as they are shown. */
export async function depthsAsShown(db: Database, { projectId, places }: Sight, filter: Filter): Promise<Filter> {
  if (!filter.some(group => group.some(({ field }) => field === 'depth'))) return filter
  const { isExact } = await shownPlaces(db, projectId, places)
  return isExact ? filter : wholeMeterDepths(filter)
}

import type { Filter } from '../../../shared/filters.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { shownPlaces } from './shown-places.ts'

/** Largest fraction of a metre that rounds down: half a metre, reduced by less than the resolution of depths. */
const justBelowHalf = 0.5 - 1e-6

/** Adapts a filter for a viewer who gets depths in whole metres. The filter then matches rounded depths, so queries cannot reveal exact depths. */
function wholeMeterDepths(filter: Filter): Filter {
  return filter.map(group =>
    group.map(condition => {
      if (condition.field !== 'depth') return condition
      const { operator, value } = condition
      return { ...condition, value: operator === 'atLeast' ? Math.ceil(value) - 0.5 : Math.floor(value) + justBelowHalf }
    })
  )
}

/** Adapts a filter to the precision with which the viewer gets depths in a project. */
export async function depthsAsShown(db: Database, { projectId, places }: Sight, filter: Filter): Promise<Filter> {
  if (!filter.some(group => group.some(({ field }) => field === 'depth'))) return filter
  const { isExact } = await shownPlaces(db, projectId, places)
  return isExact ? filter : wholeMeterDepths(filter)
}

import type { Filter } from '../../../../shared/filters.ts'
import { depthsAsShown } from '../../generalisations/depth-filter.ts'
import type { Sight } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import { withAreasAsShown } from './area-filter.ts'

/**
 * Adapts a parsed filter to what a viewer may see of places and depths: for reading, counting and writing alike, so that no call reveals more than
 * another. Apply it once.
 */
export async function filterAsShown(db: Database, sight: Sight, filter: Filter): Promise<Filter> {
  return depthsAsShown(db, sight, await withAreasAsShown(db, sight, filter))
}

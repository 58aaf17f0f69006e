import { areasIn, type Filter, FilterError, namesImport, parseFilter } from '../../../../shared/filters.ts'
import { InvalidRequest } from '../../../lib/errors.ts'
import type { Sight } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import { refuseBlind } from '../rounds/blind.ts'
import { areaFault } from './area-filter.ts'
import { filterAsShown } from './filter-as-shown.ts'

/** Place of a filter in a request. */
interface Place {
  /** JSON pointer of the filter, such as `/filter`. */
  path: string
  statusCode: 400 | 422
}

/**
 * Parses the filter text of a query or body. Checks the imports and drawn areas that the filter names. The filter then selects images by the
 * positions and depths that the viewer may see.
 * @throws InvalidRequest if the text is not a filter, or names an import or area that cannot be used
 * @throws WorkingBlind when a filter of a blind member refers to an import, whether or not it exists
 */
export async function readFilter(db: Database, sight: Sight, text: string | undefined, { path, statusCode }: Place): Promise<Filter> {
  const filter = parsed(text ?? '', { path, statusCode })
  await checkImports(db, sight, filter, { path, statusCode })
  const fault = await areaFault(db, sight, areasIn(filter))
  if (fault) throw new InvalidRequest([{ path, message: fault }], statusCode)
  return filterAsShown(db, sight, filter)
}

async function checkImports(db: Database, sight: Sight, filter: Filter, { path, statusCode }: Place): Promise<void> {
  const ids = importsOf(filter)
  if (ids.length === 0) return
  refuseBlind(sight)
  const known = await db
    .selectFrom('import_session')
    .select('id')
    .where('project_id', '=', sight.projectId)
    .where('applied_at', 'is not', null)
    .where('id', 'in', ids)
    .execute()
  if (ids.every(id => known.some(row => row.id === id))) return
  const message = 'refers to an import that was not applied in this project, or is no longer listed'
  throw new InvalidRequest([{ path, message }], statusCode)
}

/** Ids of the imports that a filter names. */
export const importsOf = (filter: Filter): string[] => filter.flat().flatMap(condition => (namesImport(condition) ? condition.value : []))

function parsed(text: string, { path, statusCode }: Place): Filter {
  try {
    return parseFilter(text)
  } catch (error) {
    if (!(error instanceof FilterError)) throw error
    throw new InvalidRequest([{ path, message: `cannot be read: ${error.message}` }], statusCode)
  }
}

import type { SavedFilter } from '../../../../shared/contracts/review.ts'
import { annotationCodes } from '../../../../shared/error-codes/annotations.ts'
import { formerMember } from '../../../../shared/former-member.ts'
import { timestamp } from '../../../lib/clock.ts'
import { codedError } from '../../../lib/coded-error.ts'
import { NotFound } from '../../../lib/errors.ts'
import { newId } from '../../../lib/ids.ts'
import { nameKey } from '../../media/rows.ts'
import type { Scope, Sight } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'

export const FilterExists = codedError(annotationCodes.FILTER_EXISTS)
export const TooManyFilters = codedError(annotationCodes.TOO_MANY_FILTERS)

const mostFilters = 200

/** Named filters of a project, shared by its members. */
export function savedFilters(db: Database) {
  const select = () =>
    db
      .selectFrom('saved_filter')
      .leftJoin('account', 'account.id', 'saved_filter.created_by')
      .select(['saved_filter.id', 'saved_filter.name', 'saved_filter.filter', 'saved_filter.created_at'])
      .select(eb => eb.fn.coalesce('account.name', 'account.email').as('created_by_name'))

  return {
    /** Lists the saved filters of a project, sorted by name. */
    async list({ projectId }: Sight): Promise<SavedFilter[]> {
      const rows = await select().where('saved_filter.project_id', '=', projectId).orderBy('saved_filter.name_key').execute()
      return rows.map(toSavedFilter)
    },

    /**
     * Saves a filter.
     * @param filter filter text, as defined in shared/filters.ts
     * @throws FilterExists | TooManyFilters
     */
    async add({ projectId, accountId }: Scope, { name, filter }: { name: string; filter: string }): Promise<SavedFilter> {
      const id = newId()
      const tidy = name.trim().replace(/\s+/g, ' ')
      const { count } = await db
        .selectFrom('saved_filter')
        .select(eb => eb.fn.countAll<number>().as('count'))
        .where('project_id', '=', projectId)
        .executeTakeFirstOrThrow()
      if (count >= mostFilters) throw new TooManyFilters(mostFilters)
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('saved_filter')
        .values({ id, project_id: projectId, name: tidy, name_key: nameKey(tidy), filter, created_by: accountId, created_at: timestamp() })
        .onConflict(conflict => conflict.columns(['project_id', 'name_key']).doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows === 0n) throw new FilterExists(tidy)
      return toSavedFilter(await select().where('saved_filter.id', '=', id).executeTakeFirstOrThrow())
    },

    /** Deletes a saved filter. @throws NotFound */
    async remove({ projectId }: Scope, filterId: string): Promise<void> {
      const { numDeletedRows } = await db
        .deleteFrom('saved_filter')
        .where('id', '=', filterId)
        .where('project_id', '=', projectId)
        .executeTakeFirst()
      if (numDeletedRows === 0n) throw new NotFound('The filter')
    }
  }
}

interface Row {
  id: string
  name: string
  filter: string
  created_at: string
  created_by_name: string | null
}

const toSavedFilter = (row: Row): SavedFilter => ({
  id: row.id,
  name: row.name,
  filter: row.filter,
  createdBy: row.created_by_name ?? formerMember,
  createdAt: row.created_at
})

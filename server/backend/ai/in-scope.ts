import type { SelectQueryBuilder } from 'kysely'
import { binFrom } from '../../../shared/expected-errors.ts'
import type { Database } from '../storage/database.ts'
import type { Tables } from '../storage/tables.ts'
import type { StoredScope } from './labels-in-run.ts'
import { isOnImage } from './on-image.ts'

/**
 * Restricts a query to the waiting suggestions in a bulk-acceptance scope, as counted on screen. It excludes label doubts, unmapped labels
 * and shapes unlike anything labelled, none of which can be accepted in bulk.
 */
export const inScope = <Result>(
  query: SelectQueryBuilder<Tables, 'ai_suggestion', Result>,
  runId: string,
  { least, labelIds, deletedLabelIds }: StoredScope
): SelectQueryBuilder<Tables, 'ai_suggestion', Result> =>
  query
    .where('ai_suggestion.run_id', '=', runId)
    .where('ai_suggestion.state', '=', 'waiting')
    .where('ai_suggestion.is_unlike', '=', 0)
    .where('ai_suggestion.checked_label_id', 'is', null)
    .where('ai_suggestion.label_text', 'is', null)
    .where('ai_suggestion.bin', '>=', binFrom(least))
    .where('ai_suggestion.probability', '>=', binFrom(least) / 100 - 1e-6) // the same condition, which the index by probability can use
    .where(isOnImage)
    .$if(labelIds !== undefined, some => some.where('ai_suggestion.label_id', 'in', labelIds as string[]))
    .$if(deletedLabelIds.length > 0, some => some.where('ai_suggestion.label_id', 'not in', deletedLabelIds))

/** Query for the counts of the same suggestions: one row for each label and probability bin. */
export const countsInScope = (db: Database, runId: string, { least, labelIds, deletedLabelIds }: StoredScope) =>
  db
    .selectFrom('ai_suggestion_count')
    .innerJoin('ai_run', 'ai_run.id', 'ai_suggestion_count.run_id')
    .where('ai_suggestion_count.run_id', '=', runId)
    .where('ai_run.task', '<>', 'check')
    .where('ai_suggestion_count.state', '=', 'waiting')
    .where('ai_suggestion_count.is_unlike', '=', 0)
    .where('ai_suggestion_count.label_text', '=', '')
    .where('ai_suggestion_count.bin', '>=', binFrom(least))
    .$if(labelIds !== undefined, some => some.where('ai_suggestion_count.label_id', 'in', labelIds as string[]))
    .$if(deletedLabelIds.length > 0, some => some.where('ai_suggestion_count.label_id', 'not in', deletedLabelIds))

export async function countInScope(db: Database, runId: string, scope: StoredScope): Promise<number> {
  const { count } = await countsInScope(db, runId, scope)
    .select(({ fn }) => fn.sum<number | null>('ai_suggestion_count.count').as('count'))
    .executeTakeFirstOrThrow()
  return Number(count ?? 0)
}

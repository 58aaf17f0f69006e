import { sql } from 'kysely'
import type { BulkChange, PastBulkEdit } from '../../../../shared/contracts/review.ts'
import { formerMember } from '../../../../shared/former-member.ts'
import type { Scope } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'

interface PageQuery {
  show?: 'many' | 'mine'
  limit?: number
  /** Id of the last bulk edit on the previous page. Ids sort by time. */
  cursor?: string
}

/** These conditions are identical to those of the partial indexes of migration 13. */
const ofMany = sql<boolean>`bulk_edit.changed_count > 1`
const canBeUndone = sql<boolean>`bulk_edit.state <> 'undone' and bulk_edit.changed_count > 0`

/**
 * Reads past bulk edits, newest first: edits to several annotations, or the viewer's own edits that can still be undone. Blind members get
 * only their own edits, without the name of any other person who undid an edit.
 */
export async function pastBulkEdits(
  db: Database,
  { projectId, accountId, blind }: Scope,
  { show = 'many', limit = 30, cursor }: PageQuery
): Promise<{ items: PastBulkEdit[]; nextCursor: string | null }> {
  const rows = await db
    .selectFrom('bulk_edit')
    .leftJoin('account as maker', 'maker.id', 'bulk_edit.account_id')
    .leftJoin('account as undoer', 'undoer.id', 'bulk_edit.undone_by')
    .leftJoin('job', 'job.id', 'bulk_edit.job_id')
    .selectAll('bulk_edit')
    .select('job.state as job_state')
    .select(({ fn }) => [
      fn.coalesce('maker.name', 'maker.email').as('made_by'),
      fn.coalesce('undoer.name', 'undoer.email').as('undone_by_name')
    ])
    .where('bulk_edit.project_id', '=', projectId)
    .where(show === 'many' ? ofMany : canBeUndone)
    .$if(show === 'mine' || blind !== null, query => query.where('bulk_edit.account_id', '=', accountId))
    .$if(cursor !== undefined, query => query.where('bulk_edit.id', '<', cursor as string))
    .orderBy('bulk_edit.id', 'desc')
    .limit(limit + 1)
    .execute()
  const items = rows.slice(0, limit).map(
    (row): PastBulkEdit => ({
      id: row.id,
      state: row.state,
      change: JSON.parse(row.change) as BulkChange,
      isAtWork: row.state !== 'done' && (row.job_state === 'waiting' || row.job_state === 'running'),
      madeBy: row.made_by ?? formerMember,
      createdAt: row.created_at,
      undoneBy: blind && row.undone_by !== accountId ? null : row.undone_by_name,
      changedCount: row.changed_count,
      skippedCount: row.skipped_count,
      restoredCount: row.restored_count,
      keptCount: row.kept_count
    })
  )
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}

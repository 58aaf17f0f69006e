import { restoreWindowDays } from '../../../shared/limits.ts'
import { timestamp } from '../../lib/clock.ts'
import type { Database } from '../storage/database.ts'

const dayMs = 86_400_000
/** Number of rows per statement. Other queries can run between the statements. */
const rowsAtOnce = 20_000

/**
 * Deletes the stored previous states of records whose decision can no longer be undone. Those of undone decisions stay, because later runs must not
 * repeat such a decision.
 */
export async function forgetDecisionItems(db: Database, nowMs = Date.now()): Promise<void> {
  const monthAgo = timestamp(nowMs - restoreWindowDays * dayMs)
  const decisions = await db
    .selectFrom('record_decision')
    .select('id')
    .where('decided_at', '<', monthAgo)
    .where('undone_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('record_decision_item').select('record_id').whereRef('decision_id', '=', 'record_decision.id'))
    )
    .execute()
  for (const { id } of decisions)
    for (let deleted = rowsAtOnce; deleted === rowsAtOnce; ) {
      const { numDeletedRows } = await db
        .deleteFrom('record_decision_item')
        .where('decision_id', '=', id)
        .where('record_id', 'in', query =>
          query.selectFrom('record_decision_item').select('record_id').where('decision_id', '=', id).limit(rowsAtOnce)
        )
        .executeTakeFirstOrThrow()
      deleted = Number(numDeletedRows)
    }
}

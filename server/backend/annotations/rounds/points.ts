import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../projects/edit-project.ts'
import { rewrite } from '../review/rewrite.ts'

const copiesAtOnce = 500

/**
 * SQL condition that is true for an `annotation` that is an unlabelled sample point, or an unlabelled copy of one. Such a point does not
 * count as an annotation yet.
 */
export const isUnnamedPoint: RawBuilder<boolean> = sql`(annotation.label_id is null and (
  exists (select 1 from sample_point where sample_point.annotation_id = annotation.id)
  or exists (select 1 from annotation_session_point where annotation_session_point.annotation_id = annotation.id)))`

/** Removes the sample-point copies of one member of a round, or of all members. */
export async function removePoints(
  transaction: Transaction,
  { roundId, accountId }: { roundId: string; accountId?: string },
  by: { accountId: string; at: string }
): Promise<void> {
  for (let last = ''; ; ) {
    const copies = await transaction
      .selectFrom('annotation_session_point')
      .innerJoin('annotation', 'annotation.id', 'annotation_session_point.annotation_id')
      .selectAll('annotation')
      .where('annotation_session_point.session_id', '=', roundId)
      .$if(accountId !== undefined, query => query.where('annotation_session_point.account_id', '=', accountId as string))
      .where('annotation.removed_at', 'is', null)
      .where('annotation.id', '>', last)
      .orderBy('annotation.id')
      .limit(copiesAtOnce)
      .execute()
    const removals = copies.map(copy => ({ before: copy, after: { ...copy, removed_at: by.at } }))
    await rewrite(transaction, removals, { ...by, kind: 'remove' })
    last = copies.at(-1)?.id ?? last
    if (copies.length < copiesAtOnce) break
  }
  await transaction
    .deleteFrom('annotation_session_point')
    .where('session_id', '=', roundId)
    .$if(accountId !== undefined, query => query.where('account_id', '=', accountId as string))
    .execute()
}

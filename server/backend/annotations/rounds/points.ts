import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../projects/edit-project.ts'
import { rewrite } from '../review/rewrite.ts'
import { SampleInRound } from './refusals.ts'

const copiesAtOnce = 500

/**
 * SQL condition that is true for an `annotation` that is an unlabelled sample point, or an unlabelled copy of one. Such a point does not
 * count as an annotation yet.
 */
export const isUnnamedPoint: RawBuilder<boolean> = sql`(annotation.label_id is null and (
  exists (select 1 from sample_point where sample_point.annotation_id = annotation.id)
  or exists (select 1 from annotation_session_point where annotation_session_point.annotation_id = annotation.id)))`

/** Sample-point copies of a round, or of one of its members, or of the points of a sample. */
type Copies = { roundId: string; accountId?: string } | { sampleId: string }

/** Removes sample-point copies. */
export async function removePoints(transaction: Transaction, which: Copies, by: { accountId: string; at: string }): Promise<void> {
  const isChosen = chosen(which)
  for (let last = ''; ; ) {
    const copies = await transaction
      .selectFrom('annotation_session_point')
      .innerJoin('annotation', 'annotation.id', 'annotation_session_point.annotation_id')
      .selectAll('annotation')
      .where(isChosen)
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
  await transaction.deleteFrom('annotation_session_point').where(isChosen).execute()
}

/** Refuses to remove a sample while members of a running round have copies of its points. @throws SampleInRound */
export async function requireNoRunningCopies(transaction: Transaction, sampleId: string, at: string): Promise<void> {
  const round = await transaction
    .selectFrom('annotation_session_point')
    .innerJoin('annotation_session', 'annotation_session.id', 'annotation_session_point.session_id')
    .select('annotation_session.name')
    .where(chosen({ sampleId }))
    .where('annotation_session.starts_at', '<=', at)
    .where('annotation_session.ends_at', '>', at)
    .limit(1)
    .executeTakeFirst()
  if (round) throw new SampleInRound(round.name)
}

/** SQL condition on `annotation_session_point`. */
function chosen(which: Copies): RawBuilder<boolean> {
  if ('sampleId' in which)
    return sql`annotation_session_point.point_id in (select annotation_id from sample_point where sample_id = ${which.sampleId})`
  const { roundId, accountId } = which
  const ofMember = accountId === undefined ? sql`` : sql`and annotation_session_point.account_id = ${accountId}`
  return sql`annotation_session_point.session_id = ${roundId} ${ofMember}`
}

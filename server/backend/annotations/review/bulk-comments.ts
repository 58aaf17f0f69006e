import { recordActivity } from '../../projects/activity.ts'
import type { Transaction } from '../../projects/edit-project.ts'
import { addToEach, removeAll } from '../comments-of-many.ts'
import { mentionedMembers } from '../mentions.ts'
import type { AnnotationRow } from '../rows.ts'
import type { BulkRow } from './bulk.ts'
import { keepItems } from './bulk-items.ts'

type Commented = Pick<AnnotationRow, 'id' | 'revision' | 'media_id'>

/** State that a bulk edit stores for each annotation to which it adds a comment. */
interface KeptComment {
  commentId: string
}

/** Adds the comment of a bulk edit to the next batch of annotations. Stores the ids of the comments, so that the edit can be undone. */
export async function commentOn(
  transaction: Transaction,
  bulk: BulkRow,
  rows: readonly Commented[],
  text: string,
  at: string
): Promise<void> {
  const ids = await addToEach(
    transaction,
    rows.map(({ id }) => id),
    { projectId: bulk.project_id, accountId: bulk.account_id, text, at }
  )
  await keepItems(
    transaction,
    bulk.id,
    rows.map(({ id, revision }) => ({ id, revision, before: JSON.stringify({ commentId: ids.get(id) as string } satisfies KeptComment) }))
  )
}

/** Deletes the comments that a bulk edit added. @returns ids of the annotations whose comments still existed */
export async function undoComments(transaction: Transaction, items: Iterable<{ before: string | null }>): Promise<string[]> {
  const comments = [...items].flatMap(({ before }) => (before ? [(JSON.parse(before) as KeptComment).commentId] : []))
  return removeAll(transaction, comments)
}

/** Records one activity event for all comments of a bulk edit. The event links to the first annotation. */
export async function recordComments(transaction: Transaction, bulk: BulkRow, count: number, text: string): Promise<void> {
  if (bulk.account_id === null || count === 0) return
  const one = await transaction
    .selectFrom('bulk_edit_item')
    .innerJoin('annotation', 'annotation.id', 'bulk_edit_item.annotation_id')
    .select(['annotation.id', 'annotation.media_id'])
    .where('bulk_edit_item.bulk_edit_id', '=', bulk.id)
    .where('bulk_edit_item.before', 'is not', null)
    .orderBy('annotation.id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const mentions = await mentionedMembers(transaction, bulk.project_id, text)
  await recordActivity(transaction, {
    projectId: bulk.project_id,
    actorId: bulk.account_id,
    event: 'annotations.commented',
    detail: { count, annotationId: one.id, mediaId: one.media_id, mentions: mentions.join(' ') }
  })
}

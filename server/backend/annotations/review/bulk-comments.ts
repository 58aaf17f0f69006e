import { recordActivity } from '../../projects/activity.ts'
import type { Transaction } from '../../projects/edit-project.ts'
import { commentRepository } from '../comments.ts'
import type { AnnotationRow } from '../rows.ts'
import type { BulkRow } from './bulk.ts'
import { keepItems } from './bulk-items.ts'

type Commented = Pick<AnnotationRow, 'id' | 'revision' | 'media_id'>

/** What a bulk edit that only says something keeps of each annotation. */
interface Said {
  commentId: string
}

/** Says a bulk edit's comment of some more annotations, and keeps what takes it back. */
export async function commentOn(
  transaction: Transaction,
  bulk: BulkRow,
  rows: readonly Commented[],
  text: string,
  at: string
): Promise<void> {
  const ids = await commentRepository(transaction).addToEach(
    rows.map(({ id }) => id),
    { projectId: bulk.project_id, accountId: bulk.account_id, text, at }
  )
  await keepItems(
    transaction,
    bulk.id,
    rows.map(({ id, revision }) => ({ id, revision, before: JSON.stringify({ commentId: ids.get(id) as string } satisfies Said) }))
  )
}

/** Takes the comments of some annotations back. @returns the annotations that still had theirs */
export async function takeCommentsBack(transaction: Transaction, items: Iterable<{ before: string | null }>): Promise<string[]> {
  const comments = [...items].flatMap(({ before }) => (before ? [(JSON.parse(before) as Said).commentId] : []))
  return commentRepository(transaction).removeAll(comments)
}

/** Tells the project once of all that were commented on, and leads to one of them. */
export async function tellOfComments(transaction: Transaction, bulk: BulkRow, count: number, text: string): Promise<void> {
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
  const mentions = await commentRepository(transaction).mentionedMembers(bulk.project_id, text)
  await recordActivity(transaction, {
    projectId: bulk.project_id,
    actorId: bulk.account_id,
    event: 'annotations.commented',
    detail: { count, annotationId: one.id, mediaId: one.media_id, mentions: mentions.join(' ') }
  })
}

import type { SelectQueryBuilder } from 'kysely'
import { timestamp } from '../../lib/clock.ts'
import { uncountLabels } from '../annotations/counts.ts'
import type { AnyTransaction, Database } from '../storage/database.ts'
import type { Tables } from '../storage/tables.ts'
import { recordActivity } from './activity.ts'
import { excludeEdits } from './edit-project.ts'

/** Time span in which consecutive additions by one person count as one activity. */
const sameBatchMs = 30 * 60_000

/** Updates the number and total size of a project's media, in the transaction that adds or removes them. */
export async function countMedia(transaction: Database, projectId: string, change: { count: number; bytes: number }): Promise<void> {
  await transaction
    .updateTable('project')
    .set(eb => ({
      media_count: eb('media_count', '+', change.count),
      media_bytes: eb('media_bytes', '+', change.bytes),
      modified_at: timestamp()
    }))
    .where('id', '=', projectId)
    .execute()
}

/** Updates the storage used by a person's images. Call it in the transaction that adds or deletes them. */
export async function countBytesOf(transaction: Database, accountId: string, bytes: number): Promise<void> {
  await transaction
    .insertInto('storage_use')
    .values({ account_id: accountId, media_bytes: bytes })
    .onConflict(conflict => conflict.column('account_id').doUpdateSet(eb => ({ media_bytes: eb('storage_use.media_bytes', '+', bytes) })))
    .execute()
}

/** Number of media deleted per transaction. With dependent rows, a transaction deletes a few thousand rows. */
const forgottenAtOnce = 50

/** Deletes the rows of one batch of media that were removed before a given time. @returns whether there were any */
export async function forgetRemovedMedia(db: Database, before: string): Promise<boolean> {
  const removed = db.selectFrom('media').where('removed_at', '<=', before).limit(forgottenAtOnce)
  const first = await removed.select('project_id').executeTakeFirst()
  return first !== undefined && forgetMedia(db, first.project_id, removed.select('id'))
}

/** Deletes the rows of one batch of a project's media. @returns whether there were any */
export async function forgetMediaOfProject(db: Database, projectId: string): Promise<boolean> {
  const some = db.selectFrom('media').select('id').limit(forgottenAtOnce)
  const kept = await forgetMedia(db, projectId, some.where('removed_at', 'is', null))
  return kept || forgetMedia(db, projectId, some.where('removed_at', 'is not', null))
}

/** Deletes media of a project with everything on them. Edits of the project wait, so that the labels lose exactly the deleted annotations. */
function forgetMedia(db: Database, projectId: string, which: SelectQueryBuilder<Tables, 'media', { id: string }>): Promise<boolean> {
  return db.transaction().execute(async transaction => {
    await excludeEdits(transaction, projectId)
    const { rows } = await transaction.executeQuery(which.where('project_id', '=', projectId))
    if (rows.length === 0) return false
    const ids = rows.map(({ id }) => id)
    await uncountLabels(transaction, ids)
    const gone = await transaction.deleteFrom('media').where('id', 'in', ids).returning(['added_by', 'size_bytes']).execute()
    const freed = new Map<string, number>()
    for (const { added_by, size_bytes } of gone) freed.set(added_by ?? '', (freed.get(added_by ?? '') ?? 0) + size_bytes)
    for (const accountId of [...freed.keys()].sort()) await countBytesOf(transaction, accountId, -(freed.get(accountId) ?? 0))
    return true
  })
}

/** Clears the cover of a project after the cover image was removed. */
export async function forgetCover(transaction: Database, mediaId: string): Promise<void> {
  await transaction.updateTable('project').set({ cover_media_id: null }).where('cover_media_id', '=', mediaId).execute()
}

/** Records that a file was added. Adding a folder of a thousand images counts as one activity. */
export async function recordAddition(
  transaction: AnyTransaction,
  { projectId, actorId, mediaId, fileName }: { projectId: string; actorId: string; mediaId: string; fileName: string }
): Promise<void> {
  const newest = await transaction
    .selectFrom('activity')
    .select(['id', 'actor_id', 'event', 'detail', 'time'])
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const goesOn = newest?.event === 'media.added' && newest.actor_id === actorId && newest.time > timestamp(Date.now() - sameBatchMs)
  if (!newest || !goesOn) {
    return recordActivity(transaction, { projectId, actorId, event: 'media.added', detail: { mediaId, fileName, count: 1 } })
  }
  const count = Number(JSON.parse(newest.detail).count ?? 1) + 1
  await transaction
    .updateTable('activity')
    .set({ detail: JSON.stringify({ mediaId, fileName, count }), time: timestamp() })
    .where('id', '=', newest.id)
    .execute()
}

import { timestamp } from '../../lib/clock.ts'
import type { Database } from '../storage/database.ts'
import { recordActivity } from './activity.ts'

/** Files that one person adds within this time are one activity with a count. */
const sameBatchMs = 30 * 60_000

/** Keeps a project's count and size of media true; called in the transaction that adds or removes them. */
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

/** A project does not keep a removed picture as its cover. */
export async function forgetCover(transaction: Database, mediaId: string): Promise<void> {
  await transaction.updateTable('project').set({ cover_media_id: null }).where('cover_media_id', '=', mediaId).execute()
}

/** Writes down that a file was added. A folder of a thousand photographs is told as one thing that happened. */
export async function recordAddition(
  transaction: Database,
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

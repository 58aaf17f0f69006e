import { sql } from 'kysely'
import { newId } from '../../lib/ids.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import { mentionedMembers } from './mentions.ts'

interface SharedComment {
  projectId: string
  /** Author; null if the account was deleted. */
  accountId: string | null
  text: string
  at: string
}

/**
 * Adds the same comment to each of the given annotations.
 * @returns ids of the comments by annotation id
 */
export async function addToEach(db: Database, annotationIds: readonly string[], comment: SharedComment): Promise<Map<string, string>> {
  const mentions = await mentionedMembers(db, comment.projectId, comment.text)
  const ids = new Map(annotationIds.map(annotationId => [annotationId, newId()]))
  const items = jsonItems(
    db,
    [...ids].map(([annotationId, id]) => ({ annotationId, id }))
  )
  await sql`
    insert into comment (id, annotation_id, account_id, text, mentions, created_at)
    select item.value ->> 'id', item.value ->> 'annotationId', ${comment.accountId}, ${comment.text}, ${JSON.stringify(mentions)}, ${comment.at}
    from ${items}`.execute(db)
  return ids
}

/** Deletes comments. @returns ids of the annotations whose comments still existed */
export async function removeAll(db: Database, commentIds: readonly string[]): Promise<string[]> {
  const items = jsonItems(
    db,
    commentIds.map(id => ({ id }))
  )
  const removed = await db
    .deleteFrom('comment')
    .where('id', 'in', sql<string>`(select item.value ->> 'id' from ${items})`)
    .returning('annotation_id')
    .execute()
  return removed.map(row => row.annotation_id)
}

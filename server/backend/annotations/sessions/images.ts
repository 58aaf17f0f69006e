import { sql } from 'kysely'
import type { SessionImages } from '../../../../shared/contracts/annotation-sessions.ts'
import { randomInteger, seededGenerator } from '../../../../shared/sampling/seeded-random.ts'
import { InvalidRequest } from '../../../lib/errors.ts'
import { nameKey } from '../../media/rows.ts'
import type { Database } from '../../storage/database.ts'
import { jsonItems } from '../../storage/json-items.ts'

/** Images in one statement. */
const atOnce = 5_000

/**
 * Writes down which images a session is about, of those that the project has now.
 * @returns how many
 * @throws InvalidRequest when there is none, or a name that no image has
 */
export async function keepImages(transaction: Database, projectId: string, sessionId: string, images: SessionImages): Promise<number> {
  const ids = await idsOf(transaction, projectId, images)
  if (ids.length === 0) throw new InvalidRequest([{ path: '/images', message: 'mean no image of this project: choose others' }])
  for (let from = 0; from < ids.length; from += atOnce) {
    const some = jsonItems(
      transaction,
      ids.slice(from, from + atOnce).map(id => ({ id }))
    )
    await sql`
      insert into annotation_session_media (session_id, media_id)
      select ${sessionId}, media.id from media where media.id in (select item.value ->> 'id' from ${some})`.execute(transaction)
  }
  return ids.length
}

async function idsOf(db: Database, projectId: string, images: SessionImages): Promise<string[]> {
  const all = db
    .selectFrom('media')
    .select('media.id')
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .orderBy('media.id')
  if (images.kind === 'named') return idsOfNames(db, projectId, images.fileNames)
  if (images.kind === 'label') {
    const { rows } = await sql<{ id: string }>`
      with recursive below (id) as (
        select id from label where id = ${images.labelId} and project_id = ${projectId}
        union all
        select label.id from label join below on label.parent_id = below.id
      )
      select distinct media.id from below
        join annotation on annotation.label_id = below.id
        join media on media.id = annotation.media_id
      where annotation.removed_at is null and annotation.review_state <> 'rejected' and media.removed_at is null
      order by media.id`.execute(db)
    return rows.map(({ id }) => id)
  }
  const ids = (await all.execute()).map(({ id }) => id)
  return images.kind === 'all' ? ids : drawn(ids, images)
}

/** The same images for the same seed and the same list: a partial Fisher–Yates shuffle. */
function drawn(ids: string[], { count, seed }: { count: number; seed: string }): string[] {
  const next = seededGenerator(seed)
  const most = Math.min(count, ids.length)
  for (let at = 0; at < most; at++) {
    const other = at + randomInteger(next, ids.length - at)
    ;[ids[at], ids[other]] = [ids[other] as string, ids[at] as string]
  }
  return ids.slice(0, most)
}

/** Several images may have one name: all of them are meant. */
async function idsOfNames(db: Database, projectId: string, fileNames: string[]): Promise<string[]> {
  const asked = jsonItems(
    db,
    fileNames.map(name => ({ key: nameKey(name.trim()) }))
  )
  const rows = await db
    .selectFrom('media')
    .select(['id', 'name_key'])
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .where('name_key', 'in', sql<string>`(select item.value ->> 'key' from ${asked})`)
    .execute()
  const known = new Set(rows.map(row => row.name_key))
  const unknown = fileNames.filter(name => !known.has(nameKey(name.trim())))
  if (unknown.length > 0) {
    const others = unknown.length > 1 ? ` and ${(unknown.length - 1).toLocaleString('en')} more` : ''
    throw new InvalidRequest([{ path: '/images/fileNames', message: `name no image of this project: “${unknown[0]}”${others}` }])
  }
  return rows.map(({ id }) => id)
}

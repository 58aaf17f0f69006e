import { sql } from 'kysely'
import type { StorageState } from '../../../shared/contracts/administration.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import { freeBytes } from '../../lib/free-space.ts'
import type { RoomLimits } from '../../lib/room-limits.ts'
import type { Database } from '../storage/database.ts'
import { databaseBytes } from '../storage/database-facts.ts'

/**
 * Reads the storage use of this server, and one page of its projects. The projects are sorted by the total size of their images and uploaded
 * models, largest first. Deleted projects are included until they are purged.
 */
// Long: the queries of one page.
export async function storageState(
  db: Database,
  dataDir: string,
  { quotaBytes }: RoomLimits,
  { limit = 50, cursor }: { limit?: number; cursor?: string }
): Promise<StorageState> {
  const [bytes, id] = cursor === undefined ? [] : placeOf(cursor)
  const models = db
    .selectFrom('ai_uploaded_model')
    .select(['project_id', sql<number>`cast(sum(size_bytes) as bigint)`.as('model_bytes')])
    .groupBy('project_id')
    .as('models')
  const modelBytes = sql<number>`coalesce(models.model_bytes, 0)`
  const allBytes = sql<number>`(project.media_bytes + ${modelBytes})`
  const rows = await db
    .selectFrom('project')
    .leftJoin(models, 'models.project_id', 'project.id')
    .select(['id', 'title', 'media_count', 'media_bytes', 'member_count', 'deleted_at'])
    .select([modelBytes.as('model_bytes'), allBytes.as('all_bytes')])
    .$if(bytes !== undefined, query =>
      query.where(eb =>
        eb.or([eb(allBytes, '<', bytes as number), eb.and([eb(allBytes, '=', bytes as number), eb('id', '<', id as string)])])
      )
    )
    .orderBy(allBytes, 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const ofImages = await db
    .selectFrom('storage_use')
    .select(sql<number>`coalesce(sum(media_bytes), 0)`.as('bytes'))
    .executeTakeFirstOrThrow()
  const ofModels = await db
    .selectFrom('ai_uploaded_model')
    .select(sql<number>`coalesce(sum(size_bytes), 0)`.as('bytes'))
    .executeTakeFirstOrThrow()
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    items: page.map(row => ({
      id: row.id,
      title: row.title,
      imageCount: row.media_count,
      imageBytes: row.media_bytes,
      modelBytes: Number(row.model_bytes),
      memberCount: row.member_count,
      deletedAt: row.deleted_at
    })),
    nextCursor: last ? `${last.all_bytes} ${last.id}` : null,
    databaseBytes: await databaseBytes(db),
    originalBytes: Number(ofImages.bytes),
    modelBytes: Number(ofModels.bytes),
    freeBytes: await freeBytes(dataDir),
    quotaBytes
  }
}

/** @throws InvalidRequest for a cursor from another list */
function placeOf(cursor: string): [bytes: number, id: string] {
  const [, bytes, id] = /^(\d{1,15}) (\S{1,128})$/.exec(cursor) ?? []
  if (!bytes || !id) throw new InvalidRequest([{ path: '/cursor', message: 'is not a cursor of this list' }], 400)
  return [Number(bytes), id]
}

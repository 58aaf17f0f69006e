import { createHash } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { MediaTable } from '../../server/backend/media/tables.ts'
import type { Database } from '../../server/backend/storage/database.ts'
import { newId } from '../../server/lib/ids.ts'

export interface MediaRowsOptions {
  projectId: string
  accountId: string
  count: number
  /** Name of the nth row, from 0. */
  fileName?: (at: number) => string
  eventDate?: (at: number) => string | null
}

const batchSize = 500

/** Inserts media rows without files, for tests of lists. @returns their ids in the order of creation */
export async function insertMediaRows(db: Database, options: MediaRowsOptions): Promise<string[]> {
  const { projectId, accountId, count, fileName = at => `IMG_${String(at).padStart(6, '0')}.JPG`, eventDate = () => null } = options
  const ids: string[] = []
  for (let from = 0; from < count; from += batchSize) {
    const batch = Array.from({ length: Math.min(batchSize, count - from) }, (_, step): Insertable<MediaTable> => {
      const at = from + step
      const name = fileName(at)
      const date = eventDate(at)
      const id = newId()
      ids.push(id)
      return {
        id,
        project_id: projectId,
        file_name: name,
        name_key: name.toLowerCase(),
        stem_key: name.toLowerCase().replace(/\.[^.]+$/, ''),
        format: 'image/jpeg',
        size_bytes: 1000,
        sha256: createHash('sha256').update(id).digest('hex'),
        width: 4000,
        height: 3000,
        state: 'ready',
        failure: null,
        event_date: date,
        captured_key: date ?? '~',
        decimal_latitude: null,
        decimal_longitude: null,
        depth_in_meters: null,
        altitude_in_meters: null,
        camera: null,
        exif: '{}',
        metadata: '{}',
        small_sha256: null,
        large_sha256: null,
        tiles_sha256: null,
        added_by: accountId,
        created_at: '2026-01-01T00:00:00.000Z',
        revision: 1,
        removed_at: null
      }
    })
    await db.insertInto('media').values(batch).execute()
  }
  return ids
}

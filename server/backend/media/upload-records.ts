import type { Selectable } from 'kysely'
import { timestamp } from '../../lib/clock.ts'
import type { Database } from '../storage/database.ts'
import type { UploadTable } from '../storage/tables.ts'

export type UploadRow = Selectable<UploadTable>
export type UploadRecords = ReturnType<typeof uploadRecords>

/** An upload may rest for a week: a cruise has days without a link. */
export const uploadLifetimeMs = 7 * 86_400_000
/** How long a finished upload still answers with the media item that it became. */
const finishedLifetimeMs = 86_400_000

/** Uploads in SQL: who sends what, and what it became. How much has arrived is the size of the file on disk. */
export function uploadRecords(db: Database) {
  return {
    async insert(upload: Omit<UploadRow, 'media_id' | 'created_at' | 'expires_at' | 'arrived_bytes'>): Promise<void> {
      await db
        .insertInto('upload')
        .values({ ...upload, media_id: null, created_at: timestamp(), expires_at: timestamp(Date.now() + uploadLifetimeMs) })
        .execute()
    },

    async find(id: string): Promise<UploadRow | undefined> {
      return db.selectFrom('upload').selectAll().where('id', '=', id).executeTakeFirst()
    },

    async markFinished(transaction: Database, id: string, mediaId: string): Promise<void> {
      await transaction
        .updateTable('upload')
        .set({ media_id: mediaId, expires_at: timestamp(Date.now() + finishedLifetimeMs) })
        .where('id', '=', id)
        .execute()
    },

    async unfinished(): Promise<UploadRow[]> {
      return db.selectFrom('upload').selectAll().where('media_id', 'is', null).execute()
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('upload').where('id', '=', id).execute()
    },

    /** @returns ids of the removed ones */
    async removeExpired(): Promise<string[]> {
      const gone = await db.deleteFrom('upload').where('expires_at', '<=', timestamp()).returning('id').execute()
      return gone.map(({ id }) => id)
    }
  }
}

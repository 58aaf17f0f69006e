import type { Selectable } from 'kysely'
import { timestamp } from '../../lib/clock.ts'
import type { RoomLimits } from '../../lib/room-limits.ts'
import type { Database } from '../storage/database.ts'
import { requireRoom } from './room.ts'
import type { UploadTable } from './tables.ts'

export type UploadRow = Selectable<UploadTable>
export type UploadRecords = ReturnType<typeof uploadRecords>

/** Lifetime of an upload after its last received byte. A cruise may be offline for days. */
export const uploadLifetimeMs = 7 * 86_400_000
/** Lifetime of an upload that has not received any bytes. Its storage stays reserved for that time. */
const untouchedLifetimeMs = 86_400_000
/** Time for which a finished upload still reports its media item or model. */
const finishedLifetimeMs = 86_400_000

/** Database records of uploads, with their senders and results. The file on disk determines how many bytes have arrived. */
// Long: the queries of one noun.
export function uploadRecords(db: Database) {
  return {
    /** Reserves storage for an upload. @throws StorageFull | QuotaReached | OwnQuotaReached */
    async begin(
      upload: Pick<UploadRow, 'id' | 'project_id' | 'account_id' | 'file_name' | 'size_bytes' | 'batch' | 'purpose'>,
      limits: RoomLimits,
      folder: string
    ) {
      const request = { accountId: upload.account_id, fileName: upload.file_name, sizeBytes: upload.size_bytes, folder }
      await db.transaction().execute(async transaction => {
        await requireRoom(transaction, limits, request)
        const [created_at, expires_at] = [timestamp(), timestamp(Date.now() + untouchedLifetimeMs)]
        await transaction
          .insertInto('upload')
          .values({ ...upload, media_id: null, created_at, expires_at })
          .execute()
      })
    },

    /** Records the number of received bytes and extends the lifetime. @returns whether the upload is still there and unfinished */
    async markArrived(id: string, arrivedBytes: number): Promise<boolean> {
      const expires_at = timestamp(Date.now() + uploadLifetimeMs)
      const marked = await db
        .updateTable('upload')
        .set({ arrived_bytes: arrivedBytes, expires_at })
        .where('id', '=', id)
        .where('media_id', 'is', null)
        .returning('id')
        .executeTakeFirst()
      return marked !== undefined
    },

    async find(id: string): Promise<UploadRow | undefined> {
      return db.selectFrom('upload').selectAll().where('id', '=', id).executeTakeFirst()
    },

    async ofBatch(batch: string): Promise<UploadRow[]> {
      return db.selectFrom('upload').selectAll().where('batch', '=', batch).execute()
    },

    /** @returns whether the upload was unfinished until now */
    async markFinished(transaction: Database, id: string, mediaId: string): Promise<boolean> {
      const marked = await transaction
        .updateTable('upload')
        .set({ media_id: mediaId, expires_at: timestamp(Date.now() + finishedLifetimeMs) })
        .where('id', '=', id)
        .where('media_id', 'is', null)
        .returning('id')
        .executeTakeFirst()
      return marked !== undefined
    },

    async unfinishedOf(projectId: string): Promise<UploadRow[]> {
      return db.selectFrom('upload').selectAll().where('project_id', '=', projectId).where('media_id', 'is', null).execute()
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('upload').where('id', '=', id).execute()
    },

    /** @returns ids of the removed uploads */
    async removeExpired(): Promise<string[]> {
      const gone = await db.deleteFrom('upload').where('expires_at', '<=', timestamp()).returning('id').execute()
      return gone.map(({ id }) => id)
    }
  }
}

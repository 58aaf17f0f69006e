import { sql } from 'kysely'
import { mediaCodes } from '../../../shared/error-codes/media.ts'
import { timestamp } from '../../lib/clock.ts'
import { codedError } from '../../lib/coded-error.ts'
import { freeBytes } from '../../lib/free-space.ts'
import type { RoomLimits } from '../../lib/room-limits.ts'
import type { Database } from '../storage/database.ts'
import { StorageFull } from '../storage/durable-files.ts'

export const QuotaReached = codedError(mediaCodes.STORAGE_QUOTA_REACHED)
export const OwnQuotaReached = codedError(mediaCodes.OWN_QUOTA_REACHED)

export interface RoomRequest {
  accountId: string
  fileName: string
  sizeBytes: number
  /** Folder that receives the upload; its disk must have enough free space. */
  folder: string
}

/**
 * Checks that there is enough storage for a new upload. Call it in the transaction that inserts the upload, which reserves the storage. If two
 * uploads start simultaneously, the check for the second one includes the first.
 * @throws StorageFull | QuotaReached | OwnQuotaReached
 */
export async function requireRoom(transaction: Database, limits: RoomLimits, request: RoomRequest): Promise<void> {
  const { accountId, fileName, sizeBytes, folder } = request
  await transaction.updateTable('files_identity').set({ only: 1 }).execute() // locks the row: other uploads wait until this transaction ends
  const coming = await underWay(transaction, accountId)
  if (limits.quotaPerPersonBytes !== null) {
    const left = limits.quotaPerPersonBytes - coming.ofPerson - (await keptBytes(transaction, accountId))
    if (sizeBytes > left) throw new OwnQuotaReached(fileName, inWords(limits.quotaPerPersonBytes), inWords(left))
  }
  if (limits.quotaBytes !== null) {
    const left = limits.quotaBytes - coming.announced - (await keptBytes(transaction))
    if (sizeBytes > left) throw new QuotaReached(fileName, inWords(limits.quotaBytes), inWords(left))
  }
  const missing = coming.announced - coming.arrived
  if ((await freeBytes(folder)) - missing - sizeBytes < limits.minFreeBytes) throw new StorageFull()
}

/** Totals over all uploads that are neither finished nor expired. */
async function underWay(db: Database, accountId: string): Promise<{ announced: number; arrived: number; ofPerson: number }> {
  return db
    .selectFrom('upload')
    .select([
      sql<number>`coalesce(sum(size_bytes), 0)`.as('announced'),
      sql<number>`coalesce(sum(arrived_bytes), 0)`.as('arrived'),
      sql<number>`coalesce(sum(case when account_id = ${accountId} then size_bytes else 0 end), 0)`.as('ofPerson')
    ])
    .where('media_id', 'is', null)
    .where('expires_at', '>', timestamp())
    .executeTakeFirstOrThrow()
}

/** Reads the number of bytes of all images and models, or of those that one person added. */
async function keptBytes(db: Database, accountId?: string): Promise<number> {
  const all = db.selectFrom('storage_use').select(sql<number>`coalesce(sum(media_bytes), 0)`.as('bytes'))
  const models = db.selectFrom('ai_uploaded_model').select(sql<number>`coalesce(sum(size_bytes), 0)`.as('bytes'))
  const ofImages = await (accountId === undefined ? all : all.where('account_id', '=', accountId)).executeTakeFirstOrThrow()
  const ofModels = await (accountId === undefined ? models : models.where('created_by', '=', accountId)).executeTakeFirstOrThrow()
  return Number(ofImages.bytes) + Number(ofModels.bytes)
}

function inWords(bytes: number): string {
  const [amount, unit] = bytes >= 1e9 ? [bytes / 1e9, 'GB'] : [bytes / 1e6, 'MB']
  return `${Math.max(0, Math.floor(amount * 10) / 10)} ${unit}`
}

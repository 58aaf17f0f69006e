import { timestamp } from '../../../lib/clock.ts'
import { namedAmong } from '../../media/named-blobs.ts'
import { daily, type Upkeep } from '../../module.ts'
import type { Blobs } from '../../storage/blobs.ts'
import { BlobMissing } from '../../storage/blobs-disk.ts'
import type { Database } from '../../storage/database.ts'

const dayMs = 86_400_000
const pageSize = 100
/** Time in milliseconds after which an unused encoding is deleted. */
const keptMs = 30 * dayMs

/** Image file and manifest of the pair that encoded it. */
export interface EncodingKey {
  mediaSha256: string
  manifestSha256: string
}

const today = () => timestamp(Math.floor(Date.now() / dayMs) * dayMs)

/** Returns the path of an encoded image; null when it has to be encoded. */
export async function encodingPath(
  { db, blobs }: { db: Database; blobs: Blobs },
  { mediaSha256, manifestSha256 }: EncodingKey
): Promise<string | null> {
  const row = await db
    .selectFrom('ai_encoding')
    .select(['sha256', 'used_at'])
    .where('media_sha256', '=', mediaSha256)
    .where('manifest_sha256', '=', manifestSha256)
    .executeTakeFirst()
  if (!row) return null
  if (row.used_at < today())
    await db
      .updateTable('ai_encoding')
      .set({ used_at: today() })
      .where('media_sha256', '=', mediaSha256)
      .where('manifest_sha256', '=', manifestSha256)
      .execute()
  return blobs.localPath(row.sha256).catch(error => {
    if (error instanceof BlobMissing) return null
    throw error
  })
}

/** Stores an encoded image. @param sha256 name of its blob */
export async function storeEncoding(db: Database, { mediaSha256, manifestSha256 }: EncodingKey, sha256: string): Promise<void> {
  await db
    .insertInto('ai_encoding')
    .values({ media_sha256: mediaSha256, manifest_sha256: manifestSha256, sha256, used_at: today() })
    .onConflict(conflict => conflict.columns(['media_sha256', 'manifest_sha256']).doUpdateSet({ sha256, used_at: today() }))
    .execute()
}

/** Deletes an encoding, so that the image is encoded again. */
export async function forgetEncoding(db: Database, { mediaSha256, manifestSha256 }: EncodingKey): Promise<void> {
  await db.deleteFrom('ai_encoding').where('media_sha256', '=', mediaSha256).where('manifest_sha256', '=', manifestSha256).execute()
}

/** Deletes the encodings that nobody has used for 30 days, and moves their files to the trash. */
export const forgetEncodings: Upkeep = daily(async ({ db, blobs }) => {
  for (;;) {
    const old = db
      .selectFrom('ai_encoding')
      .select('sha256')
      .where('used_at', '<', timestamp(Date.now() - keptMs))
      .limit(pageSize)
    const names = (await old.execute()).map(({ sha256 }) => sha256)
    if (names.length === 0) return
    await db
      .deleteFrom('ai_encoding')
      .where('sha256', 'in', names)
      .where('used_at', '<', timestamp(Date.now() - keptMs))
      .execute()
    const named = await namedAmong(db, names)
    await blobs.discard(names.filter(name => !named.has(name)))
  }
})

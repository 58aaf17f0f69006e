import { restoreWindowDays } from '../../../shared/limits.ts'
import { timestamp } from '../../lib/clock.ts'
import type { Blobs } from '../storage/blobs.ts'
import type { Database } from '../storage/database.ts'

const pageSize = 5_000

/**
 * Removes for good the media that were removed 30 days ago, and every file that no media item uses any more: of those, of purged
 * projects, and of a process that was killed between writing a file and its row.
 * @returns how many files were removed
 */
export async function sweepMedia(db: Database, blobs: Blobs): Promise<number> {
  const before = timestamp(Date.now() - restoreWindowDays * 86_400_000)
  await db.deleteFrom('media').where('removed_at', '<=', before).execute()
  const used = await usedBlobs(db)
  return blobs.removeUnused(sha256 => used.has(shortened(sha256)))
}

/** The first 48 bits of every name in use: a million pictures fit, and two names that share them only keep a file too many. */
async function usedBlobs(db: Database): Promise<Set<number>> {
  const used = new Set<number>()
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('media')
      .select(['id', 'sha256', 'small_sha256', 'large_sha256', 'tiles_sha256'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute()
    for (const row of rows) {
      for (const name of [row.sha256, row.small_sha256, row.large_sha256, row.tiles_sha256]) if (name) used.add(shortened(name))
    }
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return used
    after = last.id
  }
}

const shortened = (sha256: string) => Number.parseInt(sha256.slice(0, 12), 16)

import { neededBlobs } from '../backend/media/named-blobs.ts'
import type { Blobs } from '../backend/storage/blobs.ts'
import type { Database } from '../backend/storage/database.ts'

/** Counts the files that the database needs. `missing` counts those found neither in the storage nor in its trash. */
export async function missingBlobs(db: Database, blobs: Blobs): Promise<{ needed: number; missing: number; first: string | null }> {
  const found = { needed: 0, missing: 0, first: null as string | null }
  for await (const names of neededBlobs(db)) {
    const wanted = [...new Set(names)]
    found.needed += wanted.length
    const there = new Set([...(await blobs.factsOf(wanted)), ...(await blobs.trash.factsOf(wanted))].map(({ sha256 }) => sha256))
    for (const name of wanted) {
      if (there.has(name)) continue
      found.missing += 1
      found.first ??= name
    }
  }
  return found
}

import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../backend/storage/database.ts'

/** Compares the files that the database names with the files that are there. */
export async function compareBlobs(db: Database, dataDir: string): Promise<{ missing: string[]; orphaned: string[]; referenced: number }> {
  const rows = await db.selectFrom('media').select(['sha256', 'small_sha256', 'large_sha256', 'tiles_sha256', 'removed_at']).execute()
  const named = new Set<string>()
  const needed = new Set<string>()
  for (const { removed_at, ...hashes } of rows) {
    for (const hash of Object.values(hashes)) {
      if (!hash) continue
      named.add(hash)
      if (!removed_at) needed.add(hash)
    }
  }
  const present = await blobNames(dataDir)
  return {
    missing: [...needed].filter(hash => !present.has(hash)),
    orphaned: [...present].filter(hash => !named.has(hash)),
    referenced: needed.size
  }
}

async function blobNames(dataDir: string): Promise<Set<string>> {
  const root = join(dataDir, 'blobs')
  if (!existsSync(root)) return new Set()
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return new Set(entries.filter(entry => entry.isFile()).map(entry => entry.name))
}

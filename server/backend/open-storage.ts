import { existsSync, mkdirSync } from 'node:fs'
import { bindFiles, FilesOfAnotherDatabase, holdsBlobs } from './media/files-identity.ts'
import { migrations } from './schema.ts'
import type { Blobs } from './storage/blobs.ts'
import { openDiskBlobs } from './storage/blobs-disk.ts'
import { databaseFile, type OpenDatabase, openDatabase } from './storage/database.ts'
import { migrate } from './storage/migrate.ts'

export interface Place {
  dataDir: string
  databaseUrl: string | null
}

/**
 * Opens the database, migrates its schema, and opens the files that belong to it.
 * @throws StartRefused when the files belong to another database. No new SQLite file is created in that case.
 */
export async function openStorage(place: Place): Promise<{ storage: OpenDatabase; blobs: Blobs }> {
  const { dataDir, databaseUrl } = place
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const blobs = await openDiskBlobs(dataDir)
  if (!databaseUrl && !existsSync(databaseFile(dataDir)) && (await holdsBlobs(blobs))) throw new FilesOfAnotherDatabase(dataDir)
  const storage = openDatabase(place)
  try {
    await migrate(storage, dataDir, migrations)
    await bindFiles({ db: storage.db, blobs, dataDir })
    return { storage, blobs }
  } catch (error) {
    await storage.close()
    throw error
  }
}

import { existsSync } from 'node:fs'
import { openStorage } from '../backend/open-storage.ts'
import { schemaVersion } from '../backend/schema.ts'
import type { Blobs } from '../backend/storage/blobs.ts'
import { databaseFile, type OpenDatabase, openDatabase } from '../backend/storage/database.ts'
import { currentVersion } from '../backend/storage/migrate.ts'
import type { Config } from '../config.ts'
import { CommandFailed } from './command.ts'

/**
 * Runs a task on the server's database and files, which is also possible while the server runs. The schema is created or upgraded first.
 * @throws StartRefused when the files belong to another database
 */
export async function withDatabase<T>(config: Config, task: (open: OpenDatabase, blobs: Blobs) => Promise<T>): Promise<T> {
  requireEmbedded(config)
  const { storage, blobs } = await openStorage(config)
  try {
    return await task(storage, blobs)
  } finally {
    await storage.close()
  }
}

/**
 * Runs a read-only task on the database. Its schema may be older than the program, but not newer.
 * @throws CommandFailed when there is no database, or its schema is newer
 */
export async function withExistingDatabase<T>(config: Config, task: (open: OpenDatabase, version: number) => Promise<T>): Promise<T> {
  requireEmbedded(config)
  if (!config.databaseUrl && !existsSync(databaseFile(config.dataDir))) {
    throw new CommandFailed(`No database found in ${config.dataDir}: is this the DATA_DIR of the server?`)
  }
  const open = openDatabase(config)
  try {
    const version = await currentVersion(open.db)
    if (version === 0) throw new CommandFailed('The database is empty: no server has used it yet')
    if (version > schemaVersion)
      throw new CommandFailed(`The database has schema version ${version}, but this program supports ${schemaVersion}`)
    return await task(open, version)
  } finally {
    await open.close()
  }
}

function requireEmbedded(config: Config): void {
  if (config.backendUrl) throw new CommandFailed('BACKEND_URL is set: that backend, not this server, stores the accounts and data')
}

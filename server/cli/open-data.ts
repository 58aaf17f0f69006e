import { existsSync, mkdirSync } from 'node:fs'
import { databaseFile, type OpenDatabase, openDatabase } from '../backend/storage/database.ts'
import { currentVersion, migrate, schemaVersion } from '../backend/storage/migrate.ts'
import type { Config } from '../config.ts'
import { CommandFailed } from './command.ts'

/** Runs a task on the database that the server uses, also while the server runs; makes and updates its tables first. */
export async function withDatabase<T>(config: Config, task: (open: OpenDatabase) => Promise<T>): Promise<T> {
  requireEmbedded(config)
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const open = openDatabase(config)
  try {
    await migrate(open, config.dataDir)
    return await task(open)
  } finally {
    await open.close()
  }
}

/**
 * Runs a task on the database as it is, for looking and copying.
 * @throws CommandFailed when there is none
 */
export async function withExistingDatabase<T>(config: Config, task: (open: OpenDatabase, version: number) => Promise<T>): Promise<T> {
  requireEmbedded(config)
  if (!config.databaseUrl && !existsSync(databaseFile(config.dataDir))) {
    throw new CommandFailed(`There is no database in ${config.dataDir}: is DATA_DIR the one that the server uses?`)
  }
  const open = openDatabase(config)
  try {
    const version = await currentVersion(open.db)
    if (version === 0) throw new CommandFailed('The database is empty: no server has used it yet')
    if (version > schemaVersion) throw new CommandFailed(`The database has schema version ${version}, this program knows ${schemaVersion}`)
    return await task(open, version)
  } finally {
    await open.close()
  }
}

function requireEmbedded(config: Config): void {
  if (config.backendUrl) throw new CommandFailed('BACKEND_URL is set: accounts and data are kept by that backend, not here')
}

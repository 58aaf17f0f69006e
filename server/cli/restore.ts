import { existsSync, mkdirSync } from 'node:fs'
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { columnsFolder } from '../backend/map/columns-file.ts'
import { schemaVersion } from '../backend/schema.ts'
import { isBusy, isDamaged } from '../backend/storage/busy.ts'
import { databaseFile, openDatabase } from '../backend/storage/database.ts'
import { syncFolder } from '../backend/storage/durable-files.ts'
import { currentVersion } from '../backend/storage/migrate.ts'
import type { Config } from '../config.ts'
import { timestamp } from '../lib/clock.ts'
import { type Manifest, readArchive } from './archive.ts'
import { auditFiles } from './audit-files.ts'
import { type Command, CommandFailed, exitCodes } from './command.ts'
import { dumpPostgres, restorePostgres } from './postgres-tools.ts'

/** SQLite's file and those beside it. A WAL that stayed behind would be replayed over a restored file. */
const sqliteFiles = ['', '-wal', '-shm', '-journal'].map(ending => `isobath.db${ending}`)
const kept = [...sqliteFiles, 'blobs', 'trash', 'keys']

/** Audit log, and the debug log, which names heads of that audit log. */
const isChained = /^(audit.*\.log|debug\.log(\.\d+)?)$/

const connectionTries = 20
const connectionPauseMs = 250

export const restore: Command = {
  usage: 'FILE [--force]',
  summary: 'Restore a backup while the server is stopped; --force replaces existing data and keeps a copy',
  options: { force: { type: 'boolean' } },
  positionals: [1, 1],
  async run({ config, positionals: [file = ''], options, print }) {
    const settings = config()
    if (settings.backendUrl) throw new CommandFailed('BACKEND_URL is set: that backend, not this server, stores the data')
    mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 })
    const staging = await mkdtemp(join(settings.dataDir, '.restore-'))
    try {
      const manifest = await readArchive(resolve(file), staging)
      requireFitting(manifest, settings)
      const present = await presentData(settings)
      if (present.length > 0 && !options.force) {
        throw new CommandFailed(`This server already has data (${present.join(', ')}): use --force to replace it`)
      }
      await requireStopped(settings)
      const aside = await replace(settings, staging, present.length > 0)
      print(`Restored ${manifest.files.length} files from ${manifest.createdAt}, schema version ${manifest.schemaVersion}`)
      if (aside) print(`The previous data is in ${aside}`)
      return exitCodes.ok
    } finally {
      await rm(staging, { recursive: true, force: true })
    }
  }
}

/** Checks that this program and these settings can use the archive. @throws CommandFailed */
function requireFitting(manifest: Manifest, { databaseUrl }: Config): void {
  if (manifest.schemaVersion > schemaVersion) {
    throw new CommandFailed(
      `The backup has schema version ${manifest.schemaVersion}, but this program supports ${schemaVersion}: use Isobath ${manifest.version} or newer`
    )
  }
  const kind = databaseUrl ? 'postgres' : 'sqlite'
  if (manifest.database !== kind) {
    throw new CommandFailed(
      manifest.database === 'postgres'
        ? 'The backup contains a PostgreSQL database: set DATABASE_URL to the database to restore it to'
        : 'The backup contains an SQLite database: unset DATABASE_URL to restore it'
    )
  }
}

/** Lists the existing data that a restore would replace. */
async function presentData(config: Config): Promise<string[]> {
  const names = kept.filter(name => existsSync(join(config.dataDir, name)))
  if ((await auditFiles(config.dataDir)).length > 0) names.push('logs')
  if (config.databaseUrl) {
    const open = openDatabase(config)
    try {
      if ((await currentVersion(open.db)) > 0) names.push('tables in DATABASE_URL')
    } finally {
      await open.close()
    }
  }
  return names
}

/** Checks that no server uses the data. @throws CommandFailed */
async function requireStopped(config: Config): Promise<void> {
  const inUse = config.databaseUrl ? await postgresInUse(config) : sqliteInUse(databaseFile(config.dataDir))
  if (inUse) throw new CommandFailed('A running server uses this data: stop it first')
}

/** Returns whether a server uses the database. PostgreSQL still lists closed connections for a moment, so only lasting ones count. */
async function postgresInUse(config: Config): Promise<boolean> {
  const open = openDatabase(config)
  try {
    for (let tries = 0; tries < connectionTries; tries++) {
      if (tries > 0) await pause(connectionPauseMs)
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and application_name like 'isobath%'`.execute(open.db)
      if (rows[0]?.count === 0) return false
    }
    return true
  } finally {
    await open.close()
  }
}

/** Returns whether a server uses the database. No server can be recognised by a damaged file. */
function sqliteInUse(file: string): boolean {
  if (!existsSync(file)) return false
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    // Leaving WAL mode needs exclusive access. It also merges the WAL into the file that is kept aside.
    database.exec('pragma journal_mode = delete')
    return false
  } catch (error) {
    if (isDamaged(error)) return false
    if (isBusy(error)) return true
    throw error
  } finally {
    database.close()
  }
}

/**
 * Replaces the existing data with the unpacked data by renaming. A failure is rolled back.
 * @returns the folder with the previous data, or null
 */
async function replace(config: Config, staging: string, keepAside: boolean): Promise<string | null> {
  const { dataDir, databaseUrl } = config
  const aside = join(dataDir, 'backups', `before-restore-${timestamp().replaceAll(':', '')}`)
  const undo: (() => Promise<void>)[] = []
  async function move(from: string, to: string) {
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
    await rename(from, to)
    undo.unshift(() => rename(to, from))
  }
  try {
    if (keepAside) {
      mkdirSync(aside, { recursive: true, mode: 0o700 })
      if (databaseUrl) await dumpPostgres(databaseUrl, join(aside, 'isobath.dump'))
      for (const name of kept) {
        if (existsSync(join(dataDir, name))) await move(join(dataDir, name), join(aside, name))
      }
      for (const name of await readdir(join(dataDir, 'logs')).catch(() => []))
        if (isChained.test(name)) await move(join(dataDir, 'logs', name), join(aside, 'logs', name))
    }
    for (const name of ['blobs', 'trash', 'keys']) {
      if (existsSync(join(staging, name))) await move(join(staging, name), join(dataDir, name))
    }
    for (const name of await readdir(join(staging, 'logs')).catch(() => [])) {
      await move(join(staging, 'logs', name), join(dataDir, 'logs', name))
    }
    if (databaseUrl) {
      if (keepAside) undo.unshift(() => restorePostgres(databaseUrl, join(aside, 'isobath.dump')))
      await restorePostgres(databaseUrl, join(staging, 'database/isobath.dump'))
    } else {
      requireSound(join(staging, 'database/isobath.db'))
      await move(join(staging, 'database/isobath.db'), databaseFile(dataDir))
    }
    await rm(columnsFolder(dataDir), { recursive: true, force: true })
    await syncFolder(dataDir)
    return keepAside ? aside : null
  } catch (error) {
    const faults: unknown[] = []
    for (const step of undo) await step().catch(fault => faults.push(fault)) // the others are undone even if the database is gone
    if (faults.length === 0) throw error
    const place = keepAside ? `: the previous data are in ${aside} and ${dataDir}` : ''
    throw new CommandFailed(`The restore failed, and could not be undone completely${place}. ${(error as Error).message}`, { cause: error })
  }
}

/** Checks that the SQLite file is not damaged. @throws CommandFailed */
function requireSound(file: string): void {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const { quick_check } = database.prepare('pragma quick_check(1)').get() as { quick_check: string }
    if (quick_check !== 'ok') throw new CommandFailed(`The database in the backup is damaged: ${quick_check}`)
  } finally {
    database.close()
  }
}

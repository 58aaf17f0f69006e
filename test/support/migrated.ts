import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import type { Test } from 'tap'
import { localEventBus } from '../../server/backend/events/bus.ts'
import { pgBossQueue } from '../../server/backend/jobs/queue-pgboss.ts'
import { databaseFile, openDatabase } from '../../server/backend/storage/database.ts'
import { migrate } from '../../server/backend/storage/migrate.ts'
import { adminUrl, freshPostgres, urlOf } from './postgres.ts'

// Migrating takes longer than most tests: it is done once, and copied.

let sqlite: string | undefined

/** Puts an SQLite database with today's schema and nothing in it into a data folder. */
export async function placeMigratedSqlite(dataDir: string): Promise<void> {
  if (!sqlite) {
    const folder = mkdtempSync(join(tmpdir(), 'isobath-schema-'))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    const storage = openDatabase({ dataDir: folder, databaseUrl: null })
    await migrate(storage, folder)
    await storage.close()
    sqlite = databaseFile(folder)
  }
  copyFileSync(sqlite, databaseFile(dataDir))
}

let template: Promise<string> | undefined

/**
 * Makes a PostgreSQL database with today's schema that nobody else uses, and drops it when the test ends.
 * @returns its connection URL
 */
export async function migratedPostgres(t: Test): Promise<string> {
  template ??= makeTemplate()
  return freshPostgres(t, await template)
}

/** Any number that only these tests use: the first of several processes makes the template, the others wait for it. */
const advisoryLock = 7_180_342

/** @returns the name of a database to copy */
async function makeTemplate(): Promise<string> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    const name = `schema_${migrationsHash()}`
    await admin.query(`select pg_advisory_lock(${advisoryLock})`)
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount) return name
    await admin.query(`drop database if exists ${name}_making with (force)`)
    await admin.query(`create database ${name}_making`)
    await fill(urlOf(`${name}_making`))
    await admin.query(`alter database ${name}_making rename to ${name}`)
    return name
  } finally {
    await admin.end()
  }
}

async function fill(databaseUrl: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'isobath-schema-'))
  const storage = openDatabase({ dataDir: folder, databaseUrl })
  try {
    await migrate(storage, folder)
    const queue = await pgBossQueue({ db: storage.db, databaseUrl, events: localEventBus(), onFault: error => pino().error(error) })
    await queue.stop()
  } finally {
    await storage.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function migrationsHash(): string {
  const folder = new URL('../../server/backend/storage/migrations/', import.meta.url)
  const hash = createHash('sha256').update(readFileSync(new URL('../../package-lock.json', import.meta.url)))
  for (const file of readdirSync(folder).sort()) hash.update(readFileSync(new URL(file, folder)))
  return hash.digest('hex').slice(0, 16)
}

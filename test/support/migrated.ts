import { createHash } from 'node:crypto'
import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import type { Test } from 'tap'
import { localEventBus } from '../../server/backend/events/bus.ts'
import { pgBossQueue } from '../../server/backend/jobs/queue-pgboss.ts'
import { jobWatch } from '../../server/backend/jobs/watch.ts'
import { migrations } from '../../server/backend/schema.ts'
import { databaseFile, openDatabase } from '../../server/backend/storage/database.ts'
import { migrate } from '../../server/backend/storage/migrate.ts'
import { adminUrl, makeDatabase, urlOf } from './postgres.ts'

// Migrating takes longer than most tests, so it is done once and copied.

let sqlite: string | undefined

/** Puts an empty SQLite database with the current schema into a data folder. */
export async function placeMigratedSqlite(dataDir: string): Promise<void> {
  if (!sqlite) {
    const folder = mkdtempSync(join(tmpdir(), 'isobath-schema-'))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    const storage = openDatabase({ dataDir: folder, databaseUrl: null })
    await migrate(storage, folder, migrations)
    await storage.close()
    sqlite = databaseFile(folder)
  }
  copyFileSync(sqlite, databaseFile(dataDir))
}

let template: Promise<string> | undefined

/** Databases of this process that no test uses now. */
const free: FilledDatabase[] = []

/** A database in the state of its template. */
interface FilledDatabase {
  url: string
  /** Rows of the schema itself: the quoted name of each non-empty table, and its rows as JSON. */
  rows: [table: string, rows: string][]
}

/**
 * Returns a PostgreSQL database with the current schema and no data that no other test uses. It is emptied when the test ends and then reused,
 * because copying takes ten times as long.
 * @returns its connection URL
 */
export async function migratedPostgres(t: Test): Promise<string> {
  template ??= makeTemplate()
  const database = free.pop() ?? (await copied(await template))
  t.teardown(async () => {
    await emptied(database)
    free.push(database)
  })
  return database.url
}

async function copied(name: string): Promise<FilledDatabase> {
  const url = await makeDatabase(name)
  return connected(url, async client => {
    const rows: FilledDatabase['rows'] = []
    for (const table of await tablesOf(client)) {
      const found = await client.query<{ rows: string | null }>(`select json_agg(part)::text as rows from ${table} part`)
      if (found.rows[0]!.rows !== null) rows.push([table, found.rows[0]!.rows])
    }
    return { url, rows }
  })
}

/** Resets a database to its template. Open connections are ended, because they could write later. Foreign keys are off meanwhile. */
async function emptied({ url, rows }: FilledDatabase): Promise<void> {
  await connected(url, async client => {
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
    )
    await client.query('set session_replication_role = replica')
    await client.query((await tablesOf(client)).map(table => `delete from ${table}`).join('; '))
    for (const [table, json] of rows)
      await client.query(`insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1)`, [json])
    await client.query(restarting)
  })
}

const restarting = `
do $$
declare part record;
begin
  for part in select format('%I.%I', schemaname, sequencename) as name from pg_sequences loop
    execute format('alter sequence %s restart', part.name);
  end loop;
end $$`

async function tablesOf(client: pg.Client): Promise<string[]> {
  const found = await client.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')"
  )
  return found.rows.map(({ name }) => name)
}

async function connected<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Arbitrary lock number of these tests. The first of several processes creates the template, and the others wait for it. */
const advisoryLock = 7_180_342

/** Creates the template once. @returns the name of a database to copy */
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
    await migrate(storage, folder, migrations)
    const queue = await pgBossQueue({
      db: storage.db,
      databaseUrl,
      events: localEventBus(),
      kinds: {},
      onFault: error => pino().error(error),
      watch: jobWatch(pino(), () => {})
    })
    await queue.stop()
  } finally {
    await storage.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function migrationsHash(): string {
  const hash = createHash('sha256').update(readFileSync(new URL('../../package-lock.json', import.meta.url)))
  for (const path of migrationFiles()) hash.update(readFileSync(path))
  return hash.digest('hex').slice(0, 16)
}

/** Paths of all migrations, which are in the folders of their nouns. */
export const migrationFiles = () => globSync('server/backend/*/migrations/*.ts').sort()

import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { timestamp } from '../../lib/clock.ts'
import { copySqlite, type Database, type OpenDatabase } from './database.ts'
import type { Migration } from './migration.ts'

/** Key of Isobath's advisory lock. If two servers start together, one waits for the other. */
const advisoryLock = 7_180_341

export class NewerSchema extends Error {
  constructor(found: number, known: number) {
    super(
      `The database has schema version ${found}, but this program supports only ${known}: start the newer program, or restore a backup made before the upgrade`
    )
  }
}

/**
 * Migrates the schema in one transaction. An existing SQLite database is first copied into `DATA_DIR/backups`.
 * @param migrations all migrations, in order
 * @throws NewerSchema for a database that a newer program has upgraded
 */
export async function migrate(
  open: OpenDatabase,
  dataDir: string,
  migrations: readonly Migration[]
): Promise<{ from: number; to: number }> {
  const newest = migrations.at(-1)?.version ?? 0
  const before = await currentVersion(open.db)
  if (before > newest) throw new NewerSchema(before, newest)
  if (before === newest) return { from: before, to: before }
  if (open.sqlite && before > 0) {
    await keepCopy(open.sqlite, join(dataDir, 'backups'), `before-schema-${before + 1}.db`)
  }
  return open.db.transaction().execute(async db => {
    if (open.dialect === 'postgres') await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(db)
    await sql`create table if not exists schema_version (version integer primary key, name text not null, applied_at text not null)`.execute(
      db
    )
    const from = await currentVersion(db)
    for (const step of migrations.filter(({ version }) => version > from)) {
      await step.up(db, open.dialect)
      await sql`insert into schema_version (version, name, applied_at) values (${step.version}, ${step.name}, ${timestamp()})`.execute(db)
    }
    return { from, to: newest }
  })
}

/** Replaces the copy of an earlier try, so that an upgrade that fails at each restart does not fill the disk. */
async function keepCopy(sqlite: DatabaseSync, folder: string, name: string): Promise<void> {
  const partial = join(folder, `${name}.partial`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  rmSync(partial, { force: true })
  try {
    await copySqlite(sqlite, partial)
    renameSync(partial, join(folder, name))
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  }
}

/** Returns the version of the newest migration in the database; 0 for an empty database. */
export async function currentVersion(db: Database): Promise<number> {
  const tables = await db.introspection.getTables()
  if (!tables.some(table => table.name === 'schema_version')) return 0
  const { rows } = await sql<{ version: number | null }>`select max(version) as version from schema_version`.execute(db)
  return rows[0]?.version ?? 0
}

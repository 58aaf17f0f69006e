import { join } from 'node:path'
import { type DatabaseSync, backup as sqliteBackup } from 'node:sqlite'
import { Kysely, sql, type Transaction } from 'kysely'
import { postgresDialect } from './postgres.ts'
import { openSqlite, openSqliteReader } from './sqlite.ts'
import { sqliteDialect } from './sqlite-driver.ts'
import type { Tables } from './tables.ts'

export type Dialect = 'sqlite' | 'postgres'

/** Query builder of the repositories, identical for both databases. */
export type Database = Kysely<Tables>

/** Query builder within any transaction. Its type rules out plain connections. */
export type AnyTransaction = Transaction<Tables>

export interface OpenDatabase {
  db: Database
  dialect: Dialect
  /** SQLite connection for writing; null with PostgreSQL. */
  sqlite: DatabaseSync | null
  close(): Promise<void>
}

export const databaseFile = (dataDir: string) => join(dataDir, 'isobath.db')

/** Location of a server's database. */
export interface DatabasePlace {
  dataDir: string
  databaseUrl: string | null
}

const usualConnections = 10

/** Opens PostgreSQL if a URL is given, else the SQLite file in the data folder. */
export function openDatabase({ dataDir, databaseUrl }: DatabasePlace): OpenDatabase {
  if (databaseUrl) {
    const db = new Kysely<Tables>({ dialect: postgresDialect(databaseUrl, { connections: usualConnections }) })
    return { db, dialect: 'postgres', sqlite: null, close: () => db.destroy() }
  }
  const file = databaseFile(dataDir)
  const sqlite = openSqlite(file)
  const db = new Kysely<Tables>({ dialect: sqliteDialect(sqlite, () => openSqliteReader(file)) })
  return { db, dialect: 'sqlite', sqlite, close: () => closeSqlite(db, sqlite) }
}

const longestReadMs = 60_000

/** Opens a further connection to an open database for sequential reads. */
export function openForReading({ dataDir, databaseUrl }: DatabasePlace): Database {
  if (databaseUrl) return new Kysely({ dialect: postgresDialect(databaseUrl, { connections: 1, statementMs: longestReadMs }) })
  const open = () => openSqliteReader(databaseFile(dataDir))
  return new Kysely({ dialect: sqliteDialect(open(), open) })
}

/** Runs reads in one transaction on a snapshot of the database, which later writes do not affect. */
export const inSnapshot = <T>(db: Database, read: (db: Database) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)

async function closeSqlite(db: Database, sqlite: DatabaseSync) {
  await db.destroy()
  if (sqlite.isOpen) sqlite.close()
}

/**
 * Writes a consistent copy of an open SQLite database, even while another process writes to it. The copy is made in a read transaction, because
 * SQLite begins a copy anew after each write by another process.
 * @param sqlite connection without a transaction
 */
export async function copySqlite(sqlite: DatabaseSync, target: string): Promise<void> {
  sqlite.exec('begin')
  try {
    sqlite.prepare('select count(*) from sqlite_schema').get() // a transaction begins with its first read
    await sqliteBackup(sqlite, target)
  } finally {
    sqlite.exec('rollback')
  }
}

/** Checks that the database responds. @throws the error of the driver */
export async function pingDatabase(db: Database): Promise<void> {
  await sql`select 1`.execute(db)
}

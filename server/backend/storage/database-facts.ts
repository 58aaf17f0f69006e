import { PostgresAdapter, sql } from 'kysely'
import type { Database } from './database.ts'

const isPostgres = (db: Database) => db.getExecutor().adapter instanceof PostgresAdapter

export async function databaseVersion(db: Database): Promise<{ name: 'SQLite' | 'PostgreSQL'; version: string }> {
  if (!isPostgres(db)) {
    const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(db)
    return { name: 'SQLite', version: rows[0]?.version ?? '' }
  }
  const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db)
  return { name: 'PostgreSQL', version: rows[0]?.version ?? '' }
}

/** Returns the size of the database on disk in bytes, without SQLite's write-ahead log. */
export async function databaseBytes(db: Database): Promise<number> {
  const size = isPostgres(db)
    ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
    : sql<{
        bytes: number
      }>`select pages.page_count * sizes.page_size as bytes from pragma_page_count() as pages, pragma_page_size() as sizes`
  const { rows } = await size.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}

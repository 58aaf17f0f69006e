import { PostgresAdapter, sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Updates PostgreSQL's statistics of tables that a job has just filled. PostgreSQL does so by itself only a minute later. Until then it
 * takes them for nearly empty and compares every row of one with every row of another.
 */
export async function freshStatistics(db: Database, tables: readonly string[]): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  await sql`analyze ${sql.join(tables.map(table => sql.table(table)))}`.execute(db)
}

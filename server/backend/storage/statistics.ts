import { PostgresAdapter, sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Updates PostgreSQL's statistics for tables that a job has just filled. PostgreSQL itself updates them about a minute later. Until then, it
 * assumes that the tables are nearly empty, and plans joins that compare all pairs of rows.
 */
export async function freshStatistics(db: Database, tables: readonly string[]): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  await sql`analyze ${sql.join(tables.map(table => sql.table(table)))}`.execute(db)
}

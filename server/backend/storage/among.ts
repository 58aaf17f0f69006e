import { PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Returns a condition that a column equals one of the values of a query. PostgreSQL then looks up each value in the column's index.
 * Otherwise PostgreSQL would scan a whole table of any size for a few hundred values.
 */
export function amongValuesOf(db: Database, column: string, query: RawBuilder<unknown>): RawBuilder<boolean> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  return isPostgres ? sql`${sql.ref(column)} = any(array(${query}))` : sql`${sql.ref(column)} in (${query})`
}

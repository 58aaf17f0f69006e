import { PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Condition that a column has one of the values of a query. Each value is looked up in the index of the column. Otherwise PostgreSQL would read the
 * whole table for a few hundred values, whatever its size.
 */
export function amongValuesOf(db: Database, column: string, query: RawBuilder<unknown>): RawBuilder<boolean> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  return isPostgres ? sql`${sql.ref(column)} = any(array(${query}))` : sql`${sql.ref(column)} in (${query})`
}

import { PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Condition that a column has one of the values of a query, looked up one by one in the column's index. PostgreSQL would otherwise read the
 * whole table for a few hundred values, however many rows it has.
 */
export function amongValuesOf(db: Database, column: string, query: RawBuilder<unknown>): RawBuilder<boolean> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  return isPostgres ? sql`${sql.ref(column)} = any(array(${query}))` : sql`${sql.ref(column)} in (${query})`
}

import type { DatabaseSync } from 'node:sqlite'
import { PostgresAdapter, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'

const fold = 'isobath_lower'

/** Prepares an SQLite connection for queries with {@link lowerCase}. */
export function letLowerCase(database: DatabaseSync): void {
  database.function(fold, { deterministic: true }, text => (typeof text === 'string' ? text.toLowerCase() : text))
}

/** Returns SQL for a text in lower case. The function `lower` of SQLite leaves all letters except A to Z as they are. */
export const lowerCase = (db: QueryExecutorProvider, text: RawBuilder<unknown>): RawBuilder<string | null> =>
  db.getExecutor().adapter instanceof PostgresAdapter ? sql`lower(${text})` : sql`${sql.raw(fold)}(${text})`

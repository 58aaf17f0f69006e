import type { DatabaseSync } from 'node:sqlite'
import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'

const goOn = 'isobath_go_on'

/** Makes queries of a connection {@link interruptible}. */
export function letBeInterrupted(database: DatabaseSync): void {
  database.function(goOn, () => 1)
}

/**
 * Condition on `annotation` that is always true, for queries over a whole project. Terminating a thread has no effect while an SQLite query
 * runs. The condition calls JavaScript at every 1,024th row, where the termination ends the query. PostgreSQL detects a disconnected client
 * by itself.
 */
export const interruptible = (db: Pick<Kysely<unknown>, 'getExecutor'>): RawBuilder<boolean> =>
  db.getExecutor().adapter instanceof PostgresAdapter ? sql`1 = 1` : sql`(annotation.rowid % 1024 <> 0 or ${sql.raw(goOn)}() = 1)`

import type { DatabaseSync } from 'node:sqlite'
import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'

const goOn = 'isobath_go_on'

/** Prepares an SQLite connection for queries with an {@link interruptible} condition. */
export function letBeInterrupted(database: DatabaseSync): void {
  database.function(goOn, () => 1)
}

/**
 * Returns a condition on `annotation` that is always true, for queries over a whole project. Terminating a thread does not stop a running
 * SQLite query. The condition therefore calls JavaScript on every 1,024th row, where the termination takes effect. PostgreSQL needs no such
 * condition, because it detects a disconnected client.
 */
export const interruptible = (db: Pick<Kysely<unknown>, 'getExecutor'>): RawBuilder<boolean> =>
  db.getExecutor().adapter instanceof PostgresAdapter ? sql`1 = 1` : sql`(annotation.rowid % 1024 <> 0 or ${sql.raw(goOn)}() = 1)`

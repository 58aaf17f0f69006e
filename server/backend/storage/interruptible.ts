import type { DatabaseSync } from 'node:sqlite'
import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'

const goOn = 'isobath_go_on'

/** Lets queries of a connection be {@link interruptible}. */
export function letBeInterrupted(database: DatabaseSync): void {
  database.function(goOn, () => 1)
}

/**
 * A condition on `annotation` that is always true, for queries that walk over all of a project. Ending a thread has no effect while SQLite
 * works; here each 1,024th row calls JavaScript, which then ends the query. PostgreSQL notices by itself that its client is gone.
 */
export const interruptible = (db: Pick<Kysely<unknown>, 'getExecutor'>): RawBuilder<boolean> =>
  db.getExecutor().adapter instanceof PostgresAdapter ? sql`1 = 1` : sql`(annotation.rowid % 1024 <> 0 or ${sql.raw(goOn)}() = 1)`

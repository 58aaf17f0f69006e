import { sql } from 'kysely'
import type { Database } from '../../server/backend/storage/database.ts'

/** Number of statements that wait for a PostgreSQL lock. */
export async function waitingStatements(db: Database): Promise<number> {
  const query = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return (await query.execute(db)).rows.length
}

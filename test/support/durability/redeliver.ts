import { sql } from 'kysely'
import type { Database } from '../../../server/backend/storage/database.ts'

/**
 * Returns the jobs of a killed process to pg-boss, which otherwise does this when 20 to 40 s have passed without its heartbeat. The test of killed
 * scraper runs waits for that.
 */
export async function redeliver(db: Database): Promise<void> {
  await sql`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`.execute(db)
}

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { timestamp } from '../../lib/clock.ts'
import type { Database } from '../storage/database.ts'

export interface Limit {
  attempts: number
  windowMs: number
}

export type AttemptCounter = ReturnType<typeof attemptCounter>

/** Counts attempts in fixed time windows. The counts are stored in the database, so they survive a restart and are shared by several servers. */
export function attemptCounter(db: Database) {
  return {
    /**
     * Counts one attempt. A single statement keeps the count correct under concurrent attempts.
     * @param parts key of the limit, e.g. `['login', email, address]`; only its hash is stored
     * @returns seconds to wait if the limit is exceeded; null otherwise
     */
    async count(parts: string[], { attempts, windowMs }: Limit, nowMs = Date.now()): Promise<number | null> {
      const now = timestamp(nowMs)
      const cutoff = timestamp(nowMs - windowMs)
      const { failures, window_started_at } = await db
        .insertInto('login_failure')
        .values({ key: keyOf(parts), failures: 1, window_started_at: now })
        .onConflict(conflict =>
          conflict.column('key').doUpdateSet({
            failures: sql<number>`case when login_failure.window_started_at <= ${cutoff} then 1 else login_failure.failures + 1 end`,
            window_started_at: sql<string>`case when login_failure.window_started_at <= ${cutoff} then ${now} else login_failure.window_started_at end`
          })
        )
        .returning(['failures', 'window_started_at'])
        .executeTakeFirstOrThrow()
      if (failures <= attempts) return null
      return Math.max(1, Math.ceil((Date.parse(window_started_at) + windowMs - nowMs) / 1000))
    },

    /** Removes a successful attempt from the count. */
    async uncount(parts: string[]): Promise<void> {
      await db
        .updateTable('login_failure')
        .set(({ eb }) => ({ failures: eb('failures', '-', 1) }))
        .where('key', '=', keyOf(parts))
        .where('failures', '>', 0)
        .execute()
    },

    async forget(parts: string[]): Promise<void> {
      await db.deleteFrom('login_failure').where('key', '=', keyOf(parts)).execute()
    }
  }
}

const keyOf = (parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex')

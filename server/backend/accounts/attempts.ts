import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { timestamp } from '../../lib/clock.ts'
import type { Database } from '../storage/database.ts'

export interface Limit {
  attempts: number
  windowMs: number
}

export type AttemptCounter = ReturnType<typeof attemptCounter>

/** Counts attempts in fixed windows, in the database: a restart or a second server does not forget them. */
export function attemptCounter(db: Database) {
  return {
    /**
     * Counts one attempt, in one statement, so that attempts in parallel are counted too.
     * @param parts what is limited, e.g. `['login', email, address]`; kept only as a hash
     * @returns seconds to wait when the limit is passed, else null
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

    /** Takes one attempt back: it turned out to be right. */
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

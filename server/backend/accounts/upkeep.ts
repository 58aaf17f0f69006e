import { timestamp } from '../../lib/clock.ts'
import type { Database } from '../storage/database.ts'

const dayMs = 24 * 60 * 60_000
/** Time for which a used refresh token is kept in order to detect theft. */
const usedTokenMs = 7 * dayMs

/** Removes expired sessions, links, attempt counts and sign-in addresses, and old refresh tokens. Safe to run at any time and to repeat. */
export async function forgetExpired(db: Database, nowMs = Date.now()): Promise<void> {
  const now = timestamp(nowMs)
  await db.deleteFrom('session').where('expires_at', '<=', now).execute()
  await db
    .deleteFrom('one_time_link')
    .where('expires_at', '<=', timestamp(nowMs - dayMs))
    .execute()
  await db
    .deleteFrom('project_invitation')
    .where('expires_at', '<=', timestamp(nowMs - 30 * dayMs))
    .execute()
  await db
    .deleteFrom('login_failure')
    .where('window_started_at', '<=', timestamp(nowMs - dayMs))
    .execute()
  await db
    .deleteFrom('login_address')
    .where('last_used_at', '<=', timestamp(nowMs - 180 * dayMs))
    .execute()
  // A token whose successors were never used is kept, because its holder may still retry after a lost response.
  await db
    .deleteFrom('refresh_token')
    .where('used_at', '<=', timestamp(nowMs - usedTokenMs))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('refresh_token as successor')
          .select('successor.hash')
          .whereRef('successor.parent_hash', '=', 'refresh_token.hash')
          .where('successor.used_at', 'is not', null)
      )
    )
    .execute()
}

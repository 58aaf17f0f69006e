import { refreshGraceMs } from '../../../shared/limits.ts'
import { timestamp } from '../../lib/clock.ts'
import { newSecret } from '../../lib/ids.ts'
import type { Database } from '../storage/database.ts'
import { secretHash } from './secrets.ts'

export interface Rotation {
  sessionId: string
  refreshToken: string
}

/**
 * Rotates a refresh token within a transaction. The outcome depends on how the token was used before:
 * - never used: it is marked as used and gets a successor.
 * - used within the last 30 s: it gets another successor, because tabs and retries race.
 * - used earlier, with no used successor: the response was lost (a crash, a closed laptop). The token's successors are revoked, and it gets a
 *   new one.
 * - anything else: two parties hold tokens of one session, so one of them was stolen. The session ends.
 * @returns null for an unknown token, or if this call ended its session
 */
export async function rotate(trx: Database, hash: string, nowMs: number): Promise<Rotation | null> {
  const now = timestamp(nowMs)
  const first = await trx
    .updateTable('refresh_token')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('session_id')
    .executeTakeFirst()
  if (first) return mint(trx, first.session_id, hash, now)

  const known = await trx.selectFrom('refresh_token').selectAll().where('hash', '=', hash).executeTakeFirst()
  if (!known) return null
  if (known.used_at && !known.revoked_at) {
    if (known.used_at > timestamp(nowMs - refreshGraceMs)) return mint(trx, known.session_id, hash, now)
    if (await answerWasLost(trx, hash)) {
      // Moving `used_at` forward opens a new grace period. Concurrent requests get sibling tokens and do not end the session.
      const mine = await trx
        .updateTable('refresh_token')
        .set({ used_at: now })
        .where('hash', '=', hash)
        .where('used_at', '=', known.used_at)
        .returning('hash')
        .executeTakeFirst()
      if (mine) await trx.updateTable('refresh_token').set({ revoked_at: now }).where('parent_hash', '=', hash).execute()
      return mint(trx, known.session_id, hash, now)
    }
  }
  await trx.deleteFrom('session').where('id', '=', known.session_id).execute()
  return null
}

async function answerWasLost(trx: Database, hash: string): Promise<boolean> {
  const used = await trx
    .selectFrom('refresh_token')
    .select('hash')
    .where('parent_hash', '=', hash)
    .where('used_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return used === undefined
}

async function mint(trx: Database, sessionId: string, parentHash: string, now: string): Promise<Rotation> {
  const refreshToken = newSecret()
  await trx
    .insertInto('refresh_token')
    .values({
      hash: secretHash(refreshToken),
      session_id: sessionId,
      parent_hash: parentHash,
      created_at: now,
      used_at: null,
      revoked_at: null
    })
    .execute()
  return { sessionId, refreshToken }
}

import { sql } from 'kysely'
import type { Session } from '../../../shared/contracts/accounts.ts'
import { timestamp } from '../../lib/clock.ts'
import { NotFound } from '../../lib/errors.ts'
import { newId, newSecret } from '../../lib/ids.ts'
import type { Database } from '../storage/database.ts'
import { rotate } from './refresh-rotation.ts'
import { secretHash } from './secrets.ts'

const dayMs = 24 * 60 * 60_000
/** Time after which a session ends if it is not refreshed. */
export const sessionIdleMs = 30 * dayMs
/** Maximum lifetime of a session. */
export const sessionAbsoluteMs = 90 * dayMs

/** Client of a session, shown so that the owner can recognise the session. */
export interface Client {
  userAgent: string | null
  address: string
}

export interface StartedSession {
  accountId: string
  sessionId: string
  refreshToken: string
}

export type SessionRepository = ReturnType<typeof sessionRepository>

/** Stores sessions and their refresh tokens. An ended session has no row. */
// Long: all queries for one resource.
export function sessionRepository(db: Database) {
  return {
    start(accountId: string, client: Client, nowMs = Date.now()): Promise<StartedSession> {
      const now = timestamp(nowMs)
      const sessionId = newId()
      const refreshToken = newSecret()
      return db.transaction().execute(async trx => {
        await trx
          .insertInto('session')
          .values({
            id: sessionId,
            account_id: accountId,
            user_agent: client.userAgent,
            address: client.address,
            created_at: now,
            last_used_at: now,
            expires_at: timestamp(nowMs + sessionIdleMs),
            absolute_expires_at: timestamp(nowMs + sessionAbsoluteMs)
          })
          .execute()
        await trx
          .insertInto('refresh_token')
          .values({
            hash: secretHash(refreshToken),
            session_id: sessionId,
            created_at: now,
            parent_hash: null,
            used_at: null,
            revoked_at: null
          })
          .execute()
        return { accountId, sessionId, refreshToken }
      })
    },

    /**
     * Exchanges a refresh token for its successor and extends the idle limit. Presenting a token that another party has already used ends
     * the session.
     * @returns null when the session has ended
     */
    refresh(refreshToken: string, client: Client, nowMs = Date.now()): Promise<StartedSession | null> {
      return db.transaction().execute(async trx => {
        const rotated = await rotate(trx, secretHash(refreshToken), nowMs)
        if (!rotated) return null
        const idleEnd = timestamp(nowMs + sessionIdleMs)
        const session = await trx
          .updateTable('session')
          .set({
            last_used_at: timestamp(nowMs),
            expires_at: sql<string>`case when absolute_expires_at < ${idleEnd} then absolute_expires_at else ${idleEnd} end`,
            user_agent: client.userAgent,
            address: client.address
          })
          .where('id', '=', rotated.sessionId)
          .where('expires_at', '>', timestamp(nowMs))
          .where(({ exists, selectFrom }) =>
            exists(selectFrom('account').select('id').whereRef('account.id', '=', 'session.account_id').where('disabled_at', 'is', null))
          )
          .returning('account_id')
          .executeTakeFirst()
        if (!session) return null
        return { accountId: session.account_id, sessionId: rotated.sessionId, refreshToken: rotated.refreshToken }
      })
    },

    /** Lists the active sessions of an account, most recently used first. */
    async list(accountId: string, currentId: string | null, nowMs = Date.now()): Promise<Session[]> {
      const rows = await db
        .selectFrom('session')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('expires_at', '>', timestamp(nowMs))
        .orderBy('last_used_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return rows.map(row => ({
        id: row.id,
        current: row.id === currentId,
        userAgent: row.user_agent,
        address: row.address,
        createdAt: row.created_at,
        lastUsedAt: row.last_used_at,
        expiresAt: row.expires_at
      }))
    },

    /** Ends a session. @throws NotFound when the account has no such session */
    async end(accountId: string, sessionId: string): Promise<void> {
      const row = await db
        .deleteFrom('session')
        .where('id', '=', sessionId)
        .where('account_id', '=', accountId)
        .returning('id')
        .executeTakeFirst()
      if (!row) throw new NotFound('The session')
    },

    /** Ends the session of a refresh token, even if the token was already replaced. */
    async endByRefreshToken(refreshToken: string): Promise<void> {
      await db
        .deleteFrom('session')
        .where('id', '=', eb => eb.selectFrom('refresh_token').select('session_id').where('hash', '=', secretHash(refreshToken)))
        .execute()
    },

    /** Ends all sessions of an account, except the session `exceptId` if given. */
    async endAll(accountId: string, exceptId: string | null = null, trx: Database = db): Promise<void> {
      await trx
        .deleteFrom('session')
        .where('account_id', '=', accountId)
        .where('id', '!=', exceptId ?? '')
        .execute()
    }
  }
}

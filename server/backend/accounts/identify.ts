import type { Selectable } from 'kysely'
import { apiTokenPrefix } from '../../../shared/api-tokens.ts'
import { timestamp } from '../../lib/clock.ts'
import { builtOnce } from '../storage/built-once.ts'
import type { Database } from '../storage/database.ts'
import type { IdentifyBearer, Viewer } from '../viewer.ts'
import type { AccessTokens } from './access-tokens.ts'
import { secretHash } from './secrets.ts'
import type { AccountTable } from './tables.ts'

/** Minimum time between two updates of a token's last use. */
const lastUseResolutionMs = 60_000

/**
 * Identifies the viewer by a bearer token. The session and account are read on every request. Ending a session, disabling an account or
 * demoting an administrator therefore takes effect immediately.
 * @param needsProof whether an account with an unconfirmed e-mail address is confined to its own projects
 */
export function identifyBearer(db: Database, accessTokens: AccessTokens, needsProof: boolean): IdentifyBearer {
  const viewer = (account: Account) => ({
    accountId: account.id,
    email: account.email,
    displayName: account.name ?? account.email,
    administrator: account.administrator === 1,
    isConfined: needsProof && account.email_proved_at === null
  })

  const accountOfSession = builtOnce(
    db,
    db
      .selectFrom('session')
      .innerJoin('account', 'account.id', 'session.account_id')
      .select(['account.id', 'account.email', 'account.name', 'account.administrator', 'account.email_proved_at'])
      .where('session.id', '=', '')
      .where('session.account_id', '=', '')
      .where('session.expires_at', '>', '')
      .where('account.disabled_at', 'is', null)
  )

  async function bySession(token: string): Promise<Viewer | null> {
    const claims = await accessTokens.read(token)
    if (!claims) return null
    const account = await accountOfSession(claims.sessionId, claims.accountId, timestamp())
    return account ? { ...viewer(account), sessionId: claims.sessionId, scope: 'write' } : null
  }

  async function byApiToken(token: string): Promise<Viewer | null> {
    const now = Date.now()
    const row = await db
      .selectFrom('api_token')
      .innerJoin('account', 'account.id', 'api_token.account_id')
      .select(['account.id', 'account.email', 'account.name', 'account.administrator', 'account.email_proved_at'])
      .select(['api_token.id as token_id', 'api_token.scope', 'api_token.last_used_at'])
      .where('api_token.hash', '=', secretHash(token))
      .where(eb => eb.or([eb('api_token.expires_at', 'is', null), eb('api_token.expires_at', '>', timestamp(now))]))
      .where('account.disabled_at', 'is', null)
      .executeTakeFirst()
    if (!row) return null
    if (!row.last_used_at || row.last_used_at < timestamp(now - lastUseResolutionMs)) {
      await db
        .updateTable('api_token')
        .set({ last_used_at: timestamp(now) })
        .where('id', '=', row.token_id)
        .execute()
    }
    return { ...viewer(row), sessionId: null, scope: row.scope }
  }

  return token => (token.startsWith(apiTokenPrefix) ? byApiToken(token) : bySession(token))
}

type Account = Pick<Selectable<AccountTable>, 'id' | 'email' | 'name' | 'administrator' | 'email_proved_at'>

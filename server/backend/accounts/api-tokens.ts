import type { Selectable } from 'kysely'
import { apiTokenPrefix } from '../../../shared/api-tokens.ts'
import type { ApiToken, ApiTokenDraft } from '../../../shared/contracts/accounts.ts'
import { timestamp } from '../../lib/clock.ts'
import { NotFound } from '../../lib/errors.ts'
import { newId, newSecret } from '../../lib/ids.ts'
import type { Database } from '../storage/database.ts'
import { secretHash } from './secrets.ts'
import type { ApiTokenTable } from './tables.ts'

export type ApiTokenRepository = ReturnType<typeof apiTokenRepository>

/** Stores personal API tokens. Only a hash of the secret is stored. */
export function apiTokenRepository(db: Database) {
  return {
    async create(accountId: string, draft: ApiTokenDraft): Promise<ApiToken & { secret: string }> {
      const secret = `${apiTokenPrefix}${newSecret()}`
      const row = await db
        .insertInto('api_token')
        .values({
          id: newId(),
          account_id: accountId,
          name: draft.name.trim(),
          scope: draft.scope,
          hash: secretHash(secret),
          created_at: timestamp(),
          expires_at: draft.expiresAt ? timestamp(Date.parse(draft.expiresAt)) : null,
          last_used_at: null
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      return { ...toApiToken(row), secret }
    },

    /** Lists tokens, newest first. Expired tokens stay in the list until they are revoked. */
    async list(accountId: string): Promise<ApiToken[]> {
      const rows = await db.selectFrom('api_token').selectAll().where('account_id', '=', accountId).orderBy('id', 'desc').execute()
      return rows.map(toApiToken)
    },

    /** Revokes all tokens of an account. */
    async revokeAll(accountId: string, trx: Database = db): Promise<void> {
      await trx.deleteFrom('api_token').where('account_id', '=', accountId).execute()
    },

    /** Revokes a token. @throws NotFound when the account has no such token */
    async revoke(accountId: string, tokenId: string): Promise<void> {
      const row = await db
        .deleteFrom('api_token')
        .where('id', '=', tokenId)
        .where('account_id', '=', accountId)
        .returning('id')
        .executeTakeFirst()
      if (!row) throw new NotFound('The token')
    }
  }
}

function toApiToken(row: Selectable<ApiTokenTable>): ApiToken {
  return {
    id: row.id,
    name: row.name,
    scope: row.scope,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at
  }
}

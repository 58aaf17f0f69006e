import { timestamp } from '../../lib/clock.ts'
import { newSecret } from '../../lib/ids.ts'
import type { Database } from '../storage/database.ts'
import { secretHash } from './secrets.ts'
import type { OneTimeLinkTable } from './tables.ts'

const hourMs = 60 * 60_000
/** Lifetime of a password link sent by e-mail. It is short, because anyone can request one. */
export const mailedResetMs = hourMs
/** Lifetime of a password link that an administrator hands over, perhaps on paper. */
export const handedResetMs = 24 * hourMs
/** Lifetime of a link that confirms an e-mail address. The e-mail may be read days later. */
const proofMs = 7 * 24 * hourMs
export const invitationMs = 14 * 24 * hourMs

/** Expiry of a set-up link: effectively never. A new server may run for a long time before its first account is created. */
const endless = '9999-12-31T23:59:59.999Z'

type Purpose = OneTimeLinkTable['purpose']

export type OneTimeLinks = ReturnType<typeof oneTimeLinks>

/** Issues and redeems one-time links: for passwords, address confirmation, invitations and set-up. Only a hash of each secret is stored. */
// Long: all queries for one resource.
export function oneTimeLinks(db: Database) {
  async function issue(purpose: 'reset' | 'prove', accountId: string, lifetimeMs: number, nowMs: number): Promise<string> {
    const secret = newSecret()
    const link = {
      hash: secretHash(secret),
      created_at: timestamp(nowMs),
      expires_at: timestamp(nowMs + lifetimeMs),
      used_at: null
    }
    await db
      .insertInto('one_time_link')
      .values({ ...link, purpose, account_id: accountId, email: null })
      .onConflict(conflict => conflict.columns(['account_id', 'purpose']).doUpdateSet(link))
      .execute()
    return secret
  }

  return {
    /** Creates the secret of a password link. Any earlier password link of the account stops working. */
    issueReset: (accountId: string, lifetimeMs: number, nowMs = Date.now()) => issue('reset', accountId, lifetimeMs, nowMs),

    /** Creates the secret of a link that confirms the account's address. Any earlier confirmation link of the account stops working. */
    issueProof: (accountId: string, nowMs = Date.now()) => issue('prove', accountId, proofMs, nowMs),

    /** Creates the secret of an invitation. @param email restricts the invitation to this address */
    async issueInvitation(email: string | null, lifetimeMs: number, nowMs = Date.now()): Promise<string> {
      const secret = newSecret()
      await db
        .insertInto('one_time_link')
        .values({
          hash: secretHash(secret),
          purpose: 'invite',
          account_id: null,
          email,
          created_at: timestamp(nowMs),
          expires_at: timestamp(nowMs + lifetimeMs),
          used_at: null
        })
        .execute()
      return secret
    },

    /** Creates the secret of a new server's set-up link. The link from any earlier start stops working. */
    async issueSetUp(nowMs = Date.now()): Promise<string> {
      const secret = newSecret()
      await db.transaction().execute(async trx => {
        await trx.deleteFrom('one_time_link').where('purpose', '=', 'set-up').execute()
        await trx
          .insertInto('one_time_link')
          .values({
            hash: secretHash(secret),
            purpose: 'set-up',
            account_id: null,
            email: null,
            created_at: timestamp(nowMs),
            expires_at: endless,
            used_at: null
          })
          .execute()
      })
      return secret
    },

    /** Returns whether a link still works. The check does not use it up. */
    async isOpen(purpose: Purpose, secret: string, nowMs = Date.now()): Promise<boolean> {
      const row = await db
        .selectFrom('one_time_link')
        .select('hash')
        .where('hash', '=', secretHash(secret))
        .where('purpose', '=', purpose)
        .where('used_at', 'is', null)
        .where('expires_at', '>', timestamp(nowMs))
        .executeTakeFirst()
      return row !== undefined
    },

    /** Finds the account whose password a link would set. The link is not used up. */
    async accountOfReset(secret: string, nowMs = Date.now()): Promise<{ id: string; email: string; name: string | null } | undefined> {
      return db
        .selectFrom('one_time_link')
        .innerJoin('account', 'account.id', 'one_time_link.account_id')
        .select(['account.id', 'account.email', 'account.name'])
        .where('hash', '=', secretHash(secret))
        .where('purpose', '=', 'reset')
        .where('used_at', 'is', null)
        .where('expires_at', '>', timestamp(nowMs))
        .executeTakeFirst()
    },

    /** Withdraws the password link of an account, if there is one. */
    async withdrawReset(accountId: string, trx: Database): Promise<void> {
      await trx.deleteFrom('one_time_link').where('purpose', '=', 'reset').where('account_id', '=', accountId).execute()
    },

    /**
     * Uses up a link. A single statement lets only one of two simultaneous attempts succeed.
     * @returns null if the link was used, has expired or never existed
     */
    async consume(trx: Database, purpose: Purpose, secret: string, nowMs = Date.now()) {
      const row = await trx
        .updateTable('one_time_link')
        .set({ used_at: timestamp(nowMs) })
        .where('hash', '=', secretHash(secret))
        .where('purpose', '=', purpose)
        .where('used_at', 'is', null)
        .where('expires_at', '>', timestamp(nowMs))
        .returning(['account_id', 'email'])
        .executeTakeFirst()
      return row ?? null
    }
  }
}

import type { Insertable, Selectable } from 'kysely'
import type { ProfileEdit, User } from '../../../shared/contracts/accounts.ts'
import { emailKey } from '../../../shared/email-key.ts'
import { timestamp } from '../../lib/clock.ts'
import { NotSignedIn, StaleRevision } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { builtOnce } from '../storage/built-once.ts'
import type { AnyTransaction, Database } from '../storage/database.ts'
import { EmailTaken } from './errors.ts'
import type { AccountTable } from './tables.ts'

type Row = Selectable<AccountTable>

export interface NewAccount {
  email: string
  /** Hash of the password; null when a one-time link sets the first password. */
  passwordHash: string | null
  administrator?: boolean
}

/** Result of `admit`: whether the e-mail address counts as confirmed, and a follow-up step in the same transaction. */
export interface Admission {
  proved: boolean
  next?: (accountId: string) => Promise<void>
}

export type AccountRepository = ReturnType<typeof accountRepository>

/** Reads and writes accounts. */
// Long: all queries for one resource.
export function accountRepository(db: Database) {
  const accountOf = builtOnce(db, db.selectFrom('account').selectAll().where('id', '=', ''))

  return {
    /**
     * Creates an account. The first account of a server becomes its administrator. The claim is a row that can be inserted only once. Only
     * one of two concurrent sign-ups therefore gets it.
     * @param admit called within the transaction, with true for the first account; an error that it throws rolls everything back
     * @throws EmailTaken
     */
    create(
      { email, passwordHash, administrator = false }: NewAccount,
      admit: (trx: AnyTransaction, isFirst: boolean) => Promise<Admission>
    ): Promise<User> {
      return db.transaction().execute(async trx => {
        const claim = await trx
          .insertInto('claim')
          .values({ name: 'first-account', claimed_at: timestamp() })
          .onConflict(conflict => conflict.doNothing())
          .returning('name')
          .executeTakeFirst()
        const { proved, next } = await admit(trx, claim !== undefined)
        const now = timestamp()
        const account: Insertable<AccountTable> = {
          id: newId(),
          email: email.trim(),
          email_key: emailKey(email),
          password_hash: passwordHash,
          theme: 'system',
          administrator: administrator || claim ? 1 : 0,
          revision: 1,
          created_at: now,
          name: null,
          affiliation: null,
          orcid: null,
          avatar_sha256: null,
          disabled_at: null,
          email_proved_at: proved ? now : null
        }
        const row = await trx
          .insertInto('account')
          .values(account)
          .onConflict(conflict => conflict.column('email_key').doNothing())
          .returningAll()
          .executeTakeFirst()
        if (!row) throw new EmailTaken()
        await next?.(row.id)
        return toUser(row)
      })
    },

    /** Reads an account with its password hash, for sign-in. Disabled accounts are included. */
    async credentialsOf(email: string): Promise<Pick<Row, 'id' | 'email' | 'password_hash' | 'disabled_at'> | undefined> {
      return db
        .selectFrom('account')
        .select(['id', 'email', 'password_hash', 'disabled_at'])
        .where('email_key', '=', emailKey(email))
        .executeTakeFirst()
    },

    /** Reads an account. @throws NotSignedIn when the account no longer exists */
    async get(accountId: string): Promise<User> {
      const row = await accountOf(accountId)
      if (!row) throw new NotSignedIn()
      return toUser(row)
    },

    async passwordHashOf(accountId: string): Promise<string | null> {
      const row = await db.selectFrom('account').select('password_hash').where('id', '=', accountId).executeTakeFirst()
      return row?.password_hash ?? null
    },

    /** Changes a profile. @throws StaleRevision when it was changed elsewhere in the meantime */
    async revise(accountId: string, { revision, ...edit }: ProfileEdit): Promise<User> {
      const row = await db
        .updateTable('account')
        .set({ ...edit, revision: revision + 1 })
        .where('id', '=', accountId)
        .where('revision', '=', revision)
        .returningAll()
        .executeTakeFirst()
      if (row) return toUser(row)
      const current = await db.selectFrom('account').select('revision').where('id', '=', accountId).executeTakeFirst()
      if (!current) throw new NotSignedIn()
      throw new StaleRevision(current.revision, revision)
    },

    async setPassword(accountId: string, passwordHash: string, trx: Database = db): Promise<void> {
      await trx.updateTable('account').set({ password_hash: passwordHash }).where('id', '=', accountId).execute()
    },

    /** Disables an account and ends all its sessions immediately. @returns false when there is no such account */
    disable(email: string): Promise<boolean> {
      return db.transaction().execute(async trx => {
        const row = await trx
          .updateTable('account')
          .set({ disabled_at: timestamp() })
          .where('email_key', '=', emailKey(email))
          .returning('id')
          .executeTakeFirst()
        if (row) await trx.deleteFrom('session').where('account_id', '=', row.id).execute()
        return row !== undefined
      })
    },

    /** Enables an account. @returns false when there is no such account */
    async enable(email: string): Promise<boolean> {
      const row = await db
        .updateTable('account')
        .set({ disabled_at: null })
        .where('email_key', '=', emailKey(email))
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    /** Lists all accounts, sorted by e-mail address. */
    list(): Promise<Pick<Row, 'id' | 'email' | 'name' | 'administrator' | 'disabled_at' | 'created_at'>[]> {
      return db
        .selectFrom('account')
        .select(['id', 'email', 'name', 'administrator', 'disabled_at', 'created_at'])
        .orderBy('email_key')
        .execute()
    }
  }
}

export function toUser(row: Row): User {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    affiliation: row.affiliation,
    orcid: row.orcid,
    avatarUrl: avatarUrl(row.id, row.avatar_sha256),
    theme: row.theme,
    administrator: row.administrator === 1,
    emailProved: row.email_proved_at !== null,
    revision: row.revision,
    createdAt: row.created_at
  }
}

/** Returns the URL of the avatar; null without one. The URL changes with the picture, so browsers never show an outdated picture. */
export function avatarUrl(accountId: string, sha256: string | null): string | null {
  return sha256 && `/api/accounts/${accountId}/avatar?v=${sha256.slice(0, 12)}`
}

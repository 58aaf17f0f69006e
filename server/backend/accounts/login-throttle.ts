import { timestamp } from '../../lib/clock.ts'
import type { Database } from '../storage/database.ts'
import { addressBlock } from './address.ts'
import type { AttemptCounter, Limit } from './attempts.ts'
import { TooManyAttempts } from './errors.ts'

const minuteMs = 60_000

/** Wrong passwords for one account from one address, or from one device where its owner is known. */
const pairLimit: Limit = { attempts: 10, windowMs: 15 * minuteMs }
/** Wrong passwords for one account from all addresses where it was never signed in. */
const accountLimit: Limit = { attempts: 50, windowMs: 60 * minuteMs }
/** Wrong passwords from one address, over all accounts that never signed in there. An institute behind one address may have 200 people. */
const addressLimit: Limit = { attempts: 200, windowMs: 15 * minuteMs }

export interface LoginAttempt {
  emailKey: string
  /** Null without such an account. */
  accountId: string | null
  address: string
  /** Set when the owner has signed in on this device before. */
  device: string | null
}

export type LoginThrottle = ReturnType<typeof loginThrottle>

/**
 * Slows guessing down without locking the owner out: a device where the person has signed in before has its own count, which
 * nobody else can fill; a known address has its own count, which nobody elsewhere can.
 */
export function loginThrottle(db: Database, attempts: AttemptCounter) {
  const deviceOf = ({ emailKey, device }: LoginAttempt) => ['login-device', emailKey, device ?? '']
  const pairOf = ({ emailKey, address }: LoginAttempt) => ['login', emailKey, addressBlock(address)]
  const accountOf = ({ emailKey }: LoginAttempt) => ['login-account', emailKey]
  const addressOf = ({ address }: LoginAttempt) => ['login-address', addressBlock(address)]

  async function isKnown({ accountId, address }: LoginAttempt): Promise<boolean> {
    const row = await db
      .selectFrom('login_address')
      .select('address')
      .where('account_id', '=', accountId ?? '')
      .where('address', '=', addressBlock(address))
      .executeTakeFirst()
    return row !== undefined
  }

  /** Remembers an address from which the owner signed in or up, or used a secret link. */
  async function rememberAddress(accountId: string, address: string): Promise<void> {
    await db
      .insertInto('login_address')
      .values({ account_id: accountId, address: addressBlock(address), last_used_at: timestamp() })
      .onConflict(conflict => conflict.columns(['account_id', 'address']).doUpdateSet({ last_used_at: timestamp() }))
      .execute()
  }

  return {
    /**
     * Counts the attempt before the password is checked.
     * @throws TooManyAttempts
     */
    async admit(attempt: LoginAttempt): Promise<void> {
      if (attempt.device) return refuseAfter(await attempts.count(deviceOf(attempt), pairLimit))
      refuseAfter(await attempts.count(pairOf(attempt), pairLimit))
      if (await isKnown(attempt)) return
      refuseAfter(await attempts.count(addressOf(attempt), addressLimit))
      refuseAfter(await attempts.count(accountOf(attempt), accountLimit))
    },

    /** Resets the counts of an account whose password was changed. */
    forgive: (emailKey: string) => attempts.forget(['login-account', emailKey]),

    /** Uncounts an attempt with the right password, and remembers the address. */
    async succeeded(attempt: LoginAttempt & { accountId: string }): Promise<void> {
      await attempts.forget(attempt.device ? deviceOf(attempt) : pairOf(attempt))
      if (!attempt.device && !(await isKnown(attempt))) {
        await attempts.uncount(addressOf(attempt))
        await attempts.uncount(accountOf(attempt))
      }
      await rememberAddress(attempt.accountId, attempt.address)
    },

    rememberAddress
  }
}

/** @throws TooManyAttempts when `seconds` is not null */
export function refuseAfter(seconds: number | null): void {
  if (seconds === null) return
  const error = new TooManyAttempts(seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`)
  throw Object.assign(error, { retryAfterSeconds: seconds })
}

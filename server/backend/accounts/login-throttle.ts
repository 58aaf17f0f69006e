import { addressBlock } from '../../lib/address-block.ts'
import { timestamp } from '../../lib/clock.ts'
import type { Database } from '../storage/database.ts'
import type { AttemptCounter, Limit } from './attempts.ts'
import { TooManyAttempts } from './errors.ts'

const minuteMs = 60_000

/** Limit on wrong passwords for one account from one address, or from one device that the owner has used. */
const pairLimit: Limit = { attempts: 10, windowMs: 15 * minuteMs }
/** Limit on wrong passwords for one account, across all addresses from which it has never signed in. */
const accountLimit: Limit = { attempts: 50, windowMs: 60 * minuteMs }
/**
 * Limit on wrong passwords from one address, across all accounts that have never signed in from it. An institute behind one address may
 * have 200 people.
 */
const addressLimit: Limit = { attempts: 200, windowMs: 15 * minuteMs }

export interface LoginAttempt {
  emailKey: string
  /** Id of the account; null if no account has this e-mail address. */
  accountId: string | null
  address: string
  /** Id of the device if the owner has signed in on it before; null otherwise. */
  device: string | null
}

export type LoginThrottle = ReturnType<typeof loginThrottle>

/**
 * Slows down password guessing without locking the owner out. Attempts from a device or an address that the owner has used are counted
 * separately. Attackers elsewhere cannot exhaust these limits.
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
    /** Counts an attempt before its password is checked. @throws TooManyAttempts */
    async admit(attempt: LoginAttempt): Promise<void> {
      if (attempt.device) return refuseAfter(await attempts.count(deviceOf(attempt), pairLimit))
      refuseAfter(await attempts.count(pairOf(attempt), pairLimit))
      if (await isKnown(attempt)) return
      refuseAfter(await attempts.count(addressOf(attempt), addressLimit))
      refuseAfter(await attempts.count(accountOf(attempt), accountLimit))
    },

    /** Resets the count across unfamiliar addresses for an account whose password was changed. */
    forgive: (emailKey: string) => attempts.forget(['login-account', emailKey]),

    /**
     * Resets the count of the device or address after a correct password, and remembers the address. An attempt from an unfamiliar address
     * is also removed from the shared counts.
     */
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

/** Refuses an attempt if `seconds` is not null. @throws TooManyAttempts */
export function refuseAfter(seconds: number | null): void {
  if (seconds === null) return
  const error = new TooManyAttempts(
    seconds < 90 ? `${seconds} ${seconds === 1 ? 'second' : 'seconds'}` : `${Math.ceil(seconds / 60)} minutes`
  )
  throw Object.assign(error, { retryAfterSeconds: seconds })
}

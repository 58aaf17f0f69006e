import type { User } from '../../../shared/contracts/accounts.ts'
import { call } from '../../api/call.ts'
import { debugLog } from '../../api/debug-log.ts'

/**
 * Saves the name of a new account in its profile. This is a separate call, because registration takes only an e-mail address and a password.
 * @returns the account; null if the name could not be saved, which leaves the account without one
 */
export async function giveName(name: string): Promise<User | null> {
  try {
    const { revision } = await call('GET /auth/me', {})
    return await call('PATCH /auth/me', { json: { revision, name } })
  } catch (error) {
    debugLog.add('WARN', 'The name of the new account was not saved', error)
    return null
  }
}

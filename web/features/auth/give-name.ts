import type { User } from '../../../shared/contracts/accounts.ts'
import { call } from '../../api/call.ts'
import { debugLog } from '../../api/debug-log.ts'

/**
 * Writes the name of a new account into its profile. It is a separate call, because registration takes only e-mail and password.
 * @returns null if it could not be written, which leaves the account without a name
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

import type { User } from '../../../shared/contracts/accounts.ts'
import type { Registration } from '../../../shared/contracts/auth.ts'
import type { RegistrationPolicy } from '../backend.ts'
import { addressBlock } from './address.ts'
import type { AttemptCounter, Limit } from './attempts.ts'
import { EmailTaken, InvitationNeeded } from './errors.ts'
import { refuseAfter } from './login-throttle.ts'
import type { OneTimeLinks } from './one-time-links.ts'
import { hashPassword } from './passwords.ts'
import type { AccountRepository } from './repository.ts'
import { emailKey, requireGoodPassword, requireMayRegister } from './rules.ts'

/** An address that keeps asking for addresses that are taken is looking for people, not for an account. */
const takenLimit: Limit = { attempts: 20, windowMs: 60 * 60_000 }

interface RegistrationParts {
  accounts: AccountRepository
  links: OneTimeLinks
  attempts: AttemptCounter
  policy: RegistrationPolicy
}

/**
 * Makes an account for whoever asks, as the server's policy allows. The first account of a server is always allowed:
 * somebody must be able to begin.
 */
export function registration({ accounts, links, attempts, policy }: RegistrationParts) {
  return async ({ email, password, invitation }: Registration, address: string): Promise<User> => {
    await requireGoodPassword(password, [email])
    const passwordHash = await hashPassword(password)
    try {
      return await accounts.create({ email, passwordHash }, async (trx, isFirst) => {
        const invited = invitation ? await links.consume(trx, 'invite', invitation) : null
        if (invited?.email && emailKey(invited.email) !== emailKey(email)) throw new InvitationNeeded()
        if (!isFirst) requireMayRegister(policy, email, invited !== null)
      })
    } catch (error) {
      if (error instanceof EmailTaken) refuseAfter(await attempts.count(['register', addressBlock(address)], takenLimit))
      throw error
    }
  }
}

import type { FastifyRequest } from 'fastify'
import type { User } from '../../../shared/contracts/accounts.ts'
import type { Registration } from '../../../shared/contracts/auth.ts'
import { emailKey } from '../../../shared/email-key.ts'
import { addressBlock } from '../../lib/address-block.ts'
import type { RegistrationPolicy } from '../config.ts'
import type { InvitationRepository, Joined } from '../projects/invitations.ts'
import type { AttemptCounter, Limit } from './attempts.ts'
import { clientOf } from './client.ts'
import { EmailTaken, InvitationNeeded } from './errors.ts'
import { refuseAfter } from './login-throttle.ts'
import type { OneTimeLinks } from './one-time-links.ts'
import { hashPassword } from './passwords.ts'
import type { AccountRepository } from './repository.ts'
import { requireGoodPassword, requireMayRegister } from './rules.ts'
import type { SetUp } from './set-up.ts'

/** Limit on sign-ups from one IP address with e-mail addresses that already have accounts. More attempts indicate account enumeration. */
const takenLimit: Limit = { attempts: 20, windowMs: 60 * 60_000 }

interface RegistrationParts {
  accounts: AccountRepository
  links: OneTimeLinks
  attempts: AttemptCounter
  setUp: SetUp
  invitations: InvitationRepository
  policy: RegistrationPolicy
  /** Whether accounts must confirm their e-mail addresses. Only people with confirmed ones may then invite others to the server. */
  mustProve: boolean
}

export interface Registered {
  user: User
  /** Project that the person joined through the invitation; null if there was none. */
  joined: Joined | null
}

export type Register = (registration: Registration, request: FastifyRequest) => Promise<Registered>

/** Creates an account if the server's policy allows it. For the first account of a server, `setUp` decides instead. */
export function registration({ accounts, links, attempts, setUp, invitations, policy, mustProve }: RegistrationParts): Register {
  return async ({ email, password, invitation }, request) => {
    const state = await setUp.requireMayBegin(request, invitation)
    await requireGoodPassword(password, [email])
    const passwordHash = await hashPassword(password)
    try {
      let joined: Joined | null = null
      const user = await accounts.create({ email, passwordHash }, async (trx, isFirst) => {
        if (isFirst) {
          await setUp.use(trx, state, invitation)
          return { proved: true }
        }
        const invited = invitation ? await links.consume(trx, 'invite', invitation) : null
        if (invited?.email && emailKey(invited.email) !== emailKey(email)) throw new InvitationNeeded()
        const makerProved = invitation && !invited ? await invitations.makerProved(trx, invitation) : null
        const toProject = invitation && makerProved !== null ? invitation : null
        requireMayRegister(policy, email, invited !== null || (mustProve ? makerProved === true : makerProved !== null))
        if (toProject === null) return { proved: invited !== null }
        return {
          proved: makerProved === true,
          next: async accountId => {
            joined = await invitations.accept(trx, accountId, toProject)
          }
        }
      })
      setUp.finish()
      return { user, joined }
    } catch (error) {
      if (error instanceof EmailTaken) refuseAfter(await attempts.count(['register', addressBlock(clientOf(request).address)], takenLimit))
      throw error
    }
  }
}

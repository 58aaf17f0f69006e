import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { authApi } from '../../../shared/contracts/auth.ts'
import { emailKey } from '../../../shared/email-key.ts'
import { addressBlock } from '../../lib/address-block.ts'
import type { Database } from '../storage/database.ts'
import type { ApiTokenRepository } from './api-tokens.ts'
import type { AttemptCounter, Limit } from './attempts.ts'
import { clientOf } from './client.ts'
import { LinkUsedOrExpired, ResetByAdministrator } from './errors.ts'
import { type LoginThrottle, refuseAfter } from './login-throttle.ts'
import { resetLink, type SendLink } from './mail.ts'
import { mailedResetMs, type OneTimeLinks } from './one-time-links.ts'
import { hashPassword } from './passwords.ts'
import { proveEmail } from './proved-email.ts'
import type { AccountRepository } from './repository.ts'
import { requireGoodPassword } from './rules.ts'
import type { SessionRepository } from './sessions.ts'

const hourMs = 60 * 60_000
/** Limit on requests from one IP address. Further requests are refused. */
const addressLimit: Limit = { attempts: 30, windowMs: hourMs }
/** Limit on e-mails to one person. Further e-mails are dropped silently, because a refusal would reveal that the account exists. */
const mailLimit: Limit = { attempts: 3, windowMs: hourMs }

export interface PasswordResetRoutes {
  db: Database
  accounts: AccountRepository
  sessions: SessionRepository
  apiTokens: ApiTokenRepository
  links: OneTimeLinks
  attempts: AttemptCounter
  throttle: LoginThrottle
  /** Sends a password link; null on a server without e-mail. */
  sendResetMail: SendLink | null
  publicUrl: URL | null
}

/** Routes for resetting a password with a one-time link. */
export const passwordResetRoutes: FastifyPluginAsyncTypebox<PasswordResetRoutes> = async (app, options) => {
  const { db, accounts, sessions, apiTokens, links, attempts, throttle, sendResetMail, publicUrl } = options

  /** Sends the link in the background. The response is therefore identical, and equally fast, for an address without an account. */
  async function mailLink(email: string): Promise<void> {
    const account = await accounts.credentialsOf(email)
    if (!account || account.disabled_at || !sendResetMail || !publicUrl) return
    if ((await attempts.count(['reset-mail', account.id], mailLimit)) !== null) return
    sendResetMail(account.email, resetLink(publicUrl, await links.issueReset(account.id, mailedResetMs)))
  }

  app.route({
    ...authApi.forgotPassword,
    handler: async (request, reply) => {
      if (!sendResetMail) throw new ResetByAdministrator()
      refuseAfter(await attempts.count(['forgot', addressBlock(clientOf(request).address)], addressLimit))
      mailLink(request.body.email).catch(error => request.log.error({ err: error }, 'creating a password reset link failed'))
      return reply.code(202).send(null)
    }
  })

  app.route({
    ...authApi.resetPassword,
    handler: async (request, reply) => {
      const { token, password } = request.body
      const account = await links.accountOfReset(token)
      if (!account) throw new LinkUsedOrExpired()
      await requireGoodPassword(password, [account.email, account.name ?? ''])
      const passwordHash = await hashPassword(password)
      await db.transaction().execute(async trx => {
        const used = await links.consume(trx, 'reset', token)
        if (!used) throw new LinkUsedOrExpired()
        await accounts.setPassword(account.id, passwordHash, trx)
        await sessions.endAll(account.id, null, trx)
        await apiTokens.revokeAll(account.id, trx)
        await proveEmail(trx, account.id) // the link was sent to this address, or handed over by an administrator
      })
      await throttle.forgive(emailKey(account.email))
      await throttle.rememberAddress(account.id, clientOf(request).address)
      return reply.code(204).send(null)
    }
  })
}

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { accountsApi } from '../../../shared/contracts/accounts.ts'
import { authApi } from '../../../shared/contracts/auth.ts'
import type { Database } from '../storage/database.ts'
import { viewerOf } from '../viewer.ts'
import type { AttemptCounter, Limit } from './attempts.ts'
import { clientOf } from './client.ts'
import { LinkUsedOrExpired, ProofByInvitation } from './errors.ts'
import { type LoginThrottle, refuseAfter } from './login-throttle.ts'
import { proofLink, type SendLink } from './mail.ts'
import type { OneTimeLinks } from './one-time-links.ts'
import { proveEmail } from './proved-email.ts'

/** Limit on confirmation e-mails to one person. */
const mailLimit: Limit = { attempts: 3, windowMs: 60 * 60_000 }

/** Sends a link that confirms an account's e-mail address. */
export type SendProof = (account: { id: string; email: string }) => Promise<void>

export function proofSender(links: OneTimeLinks, sendMail: SendLink | null, publicUrl: URL | null): SendProof | null {
  if (!sendMail || !publicUrl) return null
  return async ({ id, email }) => sendMail(email, proofLink(publicUrl, await links.issueProof(id)))
}

export interface EmailProofRoutes {
  db: Database
  links: OneTimeLinks
  attempts: AttemptCounter
  throttle: LoginThrottle
  sendProof: SendProof | null
}

/** Routes for confirming an e-mail address with a link sent to it. */
export const emailProofRoutes: FastifyPluginAsyncTypebox<EmailProofRoutes> = async (app, { db, links, attempts, throttle, sendProof }) => {
  app.route({
    ...accountsApi.sendProof,
    handler: async (request, reply) => {
      const { accountId, email } = viewerOf(request)
      if (!sendProof) throw new ProofByInvitation()
      refuseAfter(await attempts.count(['proof-mail', accountId], mailLimit))
      await sendProof({ id: accountId, email })
      return reply.code(202).send(null)
    }
  })

  app.route({
    ...authApi.proveEmail,
    handler: async (request, reply) => {
      const accountId = await db.transaction().execute(async trx => {
        const used = await links.consume(trx, 'prove', request.body.token)
        if (!used?.account_id) throw new LinkUsedOrExpired()
        await proveEmail(trx, used.account_id)
        return used.account_id
      })
      await throttle.rememberAddress(accountId, clientOf(request).address)
      return reply.code(204).send(null)
    }
  })
}

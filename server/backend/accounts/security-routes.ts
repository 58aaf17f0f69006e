import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { accountsApi } from '../../../shared/contracts/accounts.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import type { Database } from '../storage/database.ts'
import { type Viewer, viewerOf } from '../viewer.ts'
import type { ApiTokenRepository } from './api-tokens.ts'
import type { AttemptCounter, Limit } from './attempts.ts'
import { SessionNeeded } from './errors.ts'
import { refuseAfter } from './login-throttle.ts'
import type { OneTimeLinks } from './one-time-links.ts'
import { hashPassword, passwordMatches } from './passwords.ts'
import type { AccountRepository } from './repository.ts'
import { requireGoodPassword } from './rules.ts'
import type { SessionRepository } from './sessions.ts'

/** Limit on checks of the current password. It prevents an unattended session from being used to guess the password. */
const currentPasswordLimit: Limit = { attempts: 10, windowMs: 15 * 60_000 }

export interface SecurityRoutes {
  db: Database
  accounts: AccountRepository
  sessions: SessionRepository
  apiTokens: ApiTokenRepository
  links: OneTimeLinks
  attempts: AttemptCounter
}

/** Routes for the password, sessions and API tokens of the signed-in account. */
// Long: all routes for one resource.
export const securityRoutes: FastifyPluginAsyncTypebox<SecurityRoutes> = async (app, options) => {
  const { db, accounts, sessions, apiTokens, links, attempts } = options
  app.route({
    ...accountsApi.changePassword,
    handler: async (request, reply) => {
      const { accountId, email, displayName, sessionId } = withSession(request)
      const { currentPassword, newPassword, endOtherSessions, endApiTokens } = request.body
      const counted = ['password-change', accountId]
      refuseAfter(await attempts.count(counted, currentPasswordLimit))
      if (!(await passwordMatches(await accounts.passwordHashOf(accountId), currentPassword))) {
        throw new InvalidRequest([{ path: '/currentPassword', message: 'is not your current password' }])
      }
      await attempts.forget(counted)
      await requireGoodPassword(newPassword, [email, displayName], 'newPassword')
      const passwordHash = await hashPassword(newPassword)
      await db.transaction().execute(async trx => {
        await accounts.setPassword(accountId, passwordHash, trx)
        await links.withdrawReset(accountId, trx) // whoever reads the account's mail may have requested it
        if (endApiTokens) await apiTokens.revokeAll(accountId, trx)
        if (endOtherSessions) await sessions.endAll(accountId, sessionId, trx)
      })
      return reply.code(204).send(null)
    }
  })

  app.route({
    ...accountsApi.sessions,
    handler: async request => {
      const { accountId, sessionId } = viewerOf(request)
      return { sessions: await sessions.list(accountId, sessionId) }
    }
  })

  app.route({
    ...accountsApi.endSession,
    handler: async (request, reply) => {
      await sessions.end(withSession(request).accountId, request.params.sessionId)
      return reply.code(204).send(null)
    }
  })

  app.route({ ...accountsApi.tokens, handler: async request => ({ tokens: await apiTokens.list(viewerOf(request).accountId) }) })

  app.route({
    ...accountsApi.createToken,
    handler: async (request, reply) => {
      const { accountId } = withSession(request)
      const { expiresAt } = request.body
      if (expiresAt && Date.parse(expiresAt) <= Date.now()) {
        throw new InvalidRequest([{ path: '/expiresAt', message: 'must be in the future' }])
      }
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send(await apiTokens.create(accountId, request.body))
    }
  })

  app.route({
    ...accountsApi.revokeToken,
    handler: async (request, reply) => {
      await apiTokens.revoke(withSession(request).accountId, request.params.tokenId)
      return reply.code(204).send(null)
    }
  })
}

/** Returns the viewer of a session, and refuses API tokens. An API token could otherwise create its own successor. @throws SessionNeeded */
function withSession(request: FastifyRequest): Viewer {
  const viewer = viewerOf(request)
  if (!viewer.sessionId) throw new SessionNeeded()
  return viewer
}

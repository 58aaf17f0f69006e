import formbody from '@fastify/formbody'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { authApi, type Tokens } from '../../../shared/contracts/auth.ts'
import { emailKey } from '../../../shared/email-key.ts'
import { readForm } from '../../lib/form-body.ts'
import type { EventBus } from '../events/bus.ts'
import type { AccessTokens } from './access-tokens.ts'
import { clientOf, knownDeviceOf } from './client.ts'
import type { SendProof } from './email-proof-routes.ts'
import { AccountDisabled, RefreshRefused, WrongCredentials } from './errors.ts'
import type { LoginThrottle } from './login-throttle.ts'
import { passwordMatches } from './passwords.ts'
import type { Register } from './registration.ts'
import type { AccountRepository } from './repository.ts'
import type { SessionRepository, StartedSession } from './sessions.ts'

export interface AuthRoutes {
  accounts: AccountRepository
  sessions: SessionRepository
  accessTokens: AccessTokens
  throttle: LoginThrottle
  register: Register
  /** Sends the link that confirms an e-mail address; null on a server without e-mail. */
  sendProof: SendProof | null
  events: EventBus
}

/** Routes for sign-up, sign-in, sign-out and token refresh. */
// Long: all routes for one resource.
export const authRoutes: FastifyPluginAsyncTypebox<AuthRoutes> = async (app, options) => {
  const { accounts, sessions, accessTokens, throttle, register, sendProof, events } = options
  await app.register(formbody, { parser: readForm })

  async function tokensOf(session: StartedSession): Promise<Tokens> {
    return { access_token: await accessTokens.issue(session), refresh_token: session.refreshToken, token_type: 'bearer' }
  }

  app.route({
    ...authApi.register,
    handler: async (request, reply) => {
      const { user, joined } = await register(request.body, request)
      const { id } = user
      if (joined) events.publish({ type: 'changed', noun: 'members', projectId: joined.projectId })
      if (!user.emailProved) sendProof?.(user).catch(error => request.log.error({ err: error }, 'creating an address proof link failed'))
      const client = clientOf(request)
      await throttle.rememberAddress(id, client.address)
      return reply.code(201).send(await tokensOf(await sessions.start(id, client)))
    }
  })

  app.route({
    ...authApi.login,
    handler: async (request, reply) => {
      const { username, password } = request.body
      const client = clientOf(request)
      const account = await accounts.credentialsOf(username)
      const attempt = {
        emailKey: emailKey(username),
        accountId: account?.id ?? null,
        address: client.address,
        device: knownDeviceOf(request)
      }
      await throttle.admit(attempt)
      const matches = await passwordMatches(account?.password_hash ?? null, password)
      if (!account || !matches) throw new WrongCredentials()
      if (account.disabled_at) throw new AccountDisabled()
      await throttle.succeeded({ ...attempt, accountId: account.id })
      return reply.header('cache-control', 'no-store').send(await tokensOf(await sessions.start(account.id, client)))
    }
  })

  app.route({
    ...authApi.refresh,
    handler: async (request, reply) => {
      const token = request.body.refresh_token
      const session = token ? await sessions.refresh(token, clientOf(request)) : null
      if (!session) throw new RefreshRefused()
      return reply.header('cache-control', 'no-store').send(await tokensOf(session))
    }
  })

  app.route({
    ...authApi.logout,
    handler: async (request, reply) => {
      const { refresh_token } = request.body
      if (refresh_token) await sessions.endByRefreshToken(refresh_token)
      const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
      const claims = bearer ? await accessTokens.read(bearer) : null
      if (claims) await sessions.end(claims.accountId, claims.sessionId).catch(() => {}) // the session may already have ended
      return reply.code(204).send(null)
    }
  })
}

import cookie from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { NotSignedIn } from '../../lib/errors.ts'
import { fromGateway } from '../upstream-headers.ts'
import type { CookieJar, Session } from './cookies.ts'
import { openedCookies } from './opened-cookies.ts'
import { type SessionRefresh, SessionRefused } from './refresh.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The access token that goes to the backend: the session's, or one that the client sent itself. */
    bearer: string | null
    /** The session behind the cookies; null without, and always with `SESSION_MODE=bearer`. */
    session: Session | null
    /** What happens to the cookies when the answer goes out. */
    sessionChange: 'none' | 'write' | 'clear'
  }
  interface FastifyContextConfig {
    /** Answered without a session too. */
    isPublic?: boolean
  }
}

export interface SessionOptions {
  /** Null with `SESSION_MODE=bearer`: no cookie is read or written. */
  cookies: { jar: CookieJar; refresh: SessionRefresh } | null
}

const bearerHeader = /^Bearer +([A-Za-z0-9._~+/=-]{1,8192})$/i

/** Opens the sealed cookies into `request.bearer`, renewing them in time, and writes them back when they changed. */
export const session = fp<SessionOptions>(
  // Long: the methods of one session.
  async (app, { cookies }) => {
    app.decorateRequest('bearer', null)
    app.decorateRequest('session', null)
    app.decorateRequest('sessionChange', 'none')

    function identify(request: FastifyRequest, done: (error?: Error) => void) {
      request.bearer ??= bearerHeader.exec(request.raw.headers.authorization ?? '')?.[1] ?? null
      if (request.bearer === null && !request.routeOptions.config.isPublic) done(new NotSignedIn())
      else done()
    }

    if (!cookies) {
      app.addHook('onRequest', (request, _reply, done) => identify(request, done))
      return
    }

    const { jar, refresh } = cookies
    const open = openedCookies(jar)

    // Before the cookie plugin, whose own hook turns what was set into headers.
    app.addHook('onSend', (request, reply, _payload, done) => {
      const failure = request.sessionChange === 'none' ? null : writeCookies(request, reply)
      if (failure) done(failure)
      else done()
    })
    await app.register(cookie, { hook: false })

    app.addHook('onRequest', (request, _reply, done) => {
      const session = open(request.raw.headers.cookie)
      if (session === null || refresh.hasEnded(session.id)) return identify(request, done)
      request.session = session
      if (session.needsNewKey) request.sessionChange = 'write'
      if (!refresh.isDue(session)) {
        request.bearer = session.accessToken
        return done()
      }
      if (request.routeOptions.config.isPublic) return done()
      renew(request, refresh).then(
        () => done(),
        error => {
          if (session.accessToken === null || Date.now() >= (session.accessEndsAt ?? 0)) return done(error)
          request.bearer = session.accessToken // not over yet: the renewal can wait
          request.sessionChange = 'none'
          done()
        }
      )
    })

    function writeCookies(request: FastifyRequest, reply: FastifyReply): Error | null {
      const change = request.sessionChange
      request.sessionChange = 'none' // an error below comes through here again
      const { session } = request
      if (change === 'clear') {
        jar.clear(reply)
        return null
      }
      // Meanwhile signed out, or renewed by another request: these cookies would put the clock back.
      if (!session || refresh.hasEnded(session.id) || !refresh.isNewest(session)) return null
      try {
        jar.write(reply, session)
        return null
      } catch (error) {
        request.sessionChange = 'clear' // what the browser still holds was used up
        return error as Error
      }
    }
  },
  { name: 'session' }
)

/** Puts the following session in the request's place; says so to the cookies. */
export async function renew(request: FastifyRequest, refresh: SessionRefresh, as: 'form' | 'json' = 'form'): Promise<string> {
  try {
    const renewed = await refresh.renew(request.session!, as, fromGateway(request))
    request.session = renewed
    request.bearer = renewed.accessToken
    request.sessionChange = 'write'
    return renewed.accessToken!
  } catch (error) {
    if (error instanceof SessionRefused) {
      request.sessionChange = 'clear'
      request.server.auditEvent(request, 'auth.session.refused', 'refused', 'the backend does not renew it')
    }
    throw error
  }
}

/**
 * After the backend refused the access token: the next one, or null when that is the refused one again.
 * @throws what `SessionRefresh.renew` throws
 */
export async function renewAfterRefusal(request: FastifyRequest, refresh: SessionRefresh): Promise<string | null> {
  const refused = request.bearer
  const next = await renew(request, refresh)
  return next === refused ? null : next
}

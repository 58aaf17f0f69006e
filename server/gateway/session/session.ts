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
    /** Access token for the backend, from the session or from the client; null without one. */
    bearer: string | null
    /** Session from the cookies; null if there is none, and always with `SESSION_MODE=bearer`. */
    session: Session | null
    /** Change that the response will make to the cookies. */
    sessionChange: 'none' | 'write' | 'clear'
  }
  interface FastifyContextConfig {
    /** Whether the call works without a session. */
    isPublic?: boolean
  }
}

export interface SessionOptions {
  /** Session cookies and their renewal; null with `SESSION_MODE=bearer`, where cookies are neither read nor written. */
  cookies: { jar: CookieJar; refresh: SessionRefresh } | null
}

const bearerHeader = /^Bearer +([A-Za-z0-9._~+/=-]{1,8192})$/i

/** Unseals the cookies into `request.bearer`, renews sessions before they expire, and writes changed cookies. */
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

    // Added before the cookie plugin, whose own hook writes the headers.
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
      refresh.confirm(session)
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
          request.bearer = session.accessToken // still valid, so the renewal can wait
          request.sessionChange = 'none'
          done()
        }
      )
    })

    function writeCookies(request: FastifyRequest, reply: FastifyReply): Error | null {
      const change = request.sessionChange
      request.sessionChange = 'none' // an error below runs this hook again
      const { session } = request
      if (change === 'clear') {
        jar.clear(reply)
        return null
      }
      // Another request has signed out or renewed the session in the meantime, so these cookies are outdated.
      if (!session || refresh.hasEnded(session.id) || !refresh.isNewest(session)) return null
      try {
        jar.write(reply, session)
        return null
      } catch (error) {
        request.sessionChange = 'clear' // the browser's cookies are no longer valid
        return error as Error
      }
    }
  },
  { name: 'session' }
)

/** Renews the session of the request, and marks the cookies as changed. @returns the new access token @throws the errors of `SessionRefresh.renew` */
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
      request.server.auditEvent(request, 'auth.session.refused', 'refused', 'the backend refused to renew the session')
    }
    throw error
  }
}

/**
 * Renews the session after the backend refused its access token.
 * @returns the new access token; null when it has not changed
 * @throws the errors of `SessionRefresh.renew`
 */
export async function renewAfterRefusal(request: FastifyRequest, refresh: SessionRefresh): Promise<string | null> {
  const refused = request.bearer
  const next = await renew(request, refresh)
  return next === refused ? null : next
}

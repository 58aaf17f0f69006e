import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { BadTarget, ForeignOrigin, HeaderNeeded, NoUpgrade, WrongHost } from './failures.ts'

export interface GuardOptions {
  publicUrl: URL | null
  /** Names of the session cookies; empty with `SESSION_MODE=bearer`. */
  sessionCookies: string[]
  onRefused(reason: 'target' | 'host' | 'upgrade' | 'header' | 'origin'): void
}

/** Matches anything that is not a path, and paths that another parser could interpret differently. */
const ambiguous = /^[^/]|^\/\/|[\\\s#]|%00|%5c|%2f|%25(?:00|2e|2f|5c)|\/(?:\.|%2e){1,2}(?:[/;]|$)/i
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Paths that monitoring on the local network may request under any host name. */
const ownPaths = new Set(['/healthz', '/readyz', '/metrics'])

/** Refuses requests before any other processing: ambiguous addresses, foreign hosts, upgrades, and requests from other sites. */
export const requestGuard = fp<GuardOptions>(
  async (app, { publicUrl, sessionCookies, onRefused }) => {
    const allowedHost = publicUrl?.host.toLowerCase()

    function refusal(request: FastifyRequest): [Parameters<typeof onRefused>[0], Error] | null {
      const { headers, method, url = '' } = request.raw
      const queryAt = url.indexOf('?')
      const path = queryAt < 0 ? url : url.slice(0, queryAt)
      if (ambiguous.test(path) || (queryAt >= 0 && /%00|#/.test(url.slice(queryAt)))) return ['target', new BadTarget()]
      if (allowedHost !== undefined && request.host.toLowerCase() !== allowedHost && !ownPaths.has(path)) {
        return ['host', new WrongHost(request.host.slice(0, 100))]
      }
      if (headers.upgrade !== undefined && /websocket/i.test(headers.upgrade)) return ['upgrade', new NoUpgrade()]
      if (safeMethods.has(method!) || isScript(request)) return null
      if (headers['x-requested-by'] !== 'app') return ['header', new HeaderNeeded()]
      const site = headers['sec-fetch-site']
      if (site !== undefined && site !== 'same-origin' && site !== 'none') return ['origin', new ForeignOrigin()]
      if (headers.origin !== undefined && !isOwn(headers.origin, request)) return ['origin', new ForeignOrigin()]
      return null
    }

    /** Whether a script made the request. Another site can make a browser send a cookie, but not a bearer token. */
    function isScript({ raw: { headers } }: FastifyRequest): boolean {
      if (!headers.authorization?.toLowerCase().startsWith('bearer ')) return false
      const cookies = headers.cookie
      return cookies === undefined || !sessionCookies.some(name => cookies.includes(`${name}=`))
    }

    function isOwn(origin: string, request: FastifyRequest): boolean {
      if (publicUrl) return origin === publicUrl.origin
      return URL.canParse(origin) && new URL(origin).host === request.host.toLowerCase()
    }

    app.addHook('onRequest', (request, _reply, done) => {
      const refused = refusal(request)
      if (refused === null) return done()
      onRefused(refused[0])
      done(refused[1])
    })
  },
  { name: 'request-guard' }
)

import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { BadTarget, ForeignOrigin, HeaderNeeded, NoUpgrade, WrongHost } from './failures.ts'

export interface GuardOptions {
  publicUrl: URL | null
  /** Names of the session cookies; empty with `SESSION_MODE=bearer`. */
  sessionCookies: string[]
  onRefused(reason: 'target' | 'host' | 'upgrade' | 'header' | 'origin'): void
}

/** Not a path, or a path that another reader could take for a different one. */
const ambiguous = /^[^/]|^\/\/|[\\\s#]|%00|%5c|%2f|%25(?:00|2e|2f|5c)|\/(?:\.|%2e){1,2}(?:[/;]|$)/i
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Asked by machines next to this one, under whatever name. */
const ownPaths = new Set(['/healthz', '/readyz', '/metrics'])

/** What is refused before anyone looks at it: odd addresses, foreign hosts, upgrades, and requests that another site made. */
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

    /** A bearer token that the client sends itself cannot be borrowed by another site; a cookie can. */
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

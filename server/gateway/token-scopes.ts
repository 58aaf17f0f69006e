import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { apiTokenForm } from '../../shared/api-tokens.ts'
import { NotSignedIn, ReadOnlyToken } from '../lib/errors.ts'
import { fingerprint } from './session/cookies.ts'
import type { UpstreamClient } from './upstream.ts'
import { fromGateway } from './upstream-headers.ts'

/** Scope of a token. `none`: the backend rejects the token. `unknown`: the backend has no such call. */
type Scope = 'read' | 'write' | 'none' | 'unknown'

const keptMs = 60_000
const mostKept = 1_000
const answerWithinMs = 5_000
/** Maximum size of a body that is not held back. Reading and validating it costs less than the request for the scope. */
const smallBytes = 16 * 1024
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses a write with a read-only token, or a large body with an invalid token, before the body is read. The scope of a token never changes,
 * so it is cached. The backend checks the validity of the token on every call.
 */
export const tokenScopes = fp<{ upstream: UpstreamClient }>(
  async (app, { upstream }) => {
    const known = new Map<string, { scope: Promise<Scope>; until: number }>()

    function scopeOf(request: FastifyRequest): Promise<Scope> {
      const key = fingerprint(request.bearer!)
      const before = known.get(key)
      if (before && before.until > Date.now()) return before.scope
      const scope = fetchScope(request)
      known.delete(key)
      known.set(key, { scope, until: Date.now() + keptMs })
      if (known.size > mostKept) known.delete(known.keys().next().value!)
      scope.then(
        answer => answer === 'none' && known.delete(key),
        () => known.delete(key)
      )
      return scope
    }

    async function fetchScope(request: FastifyRequest): Promise<Scope> {
      const headers = { ...fromGateway(request), 'content-type': undefined, authorization: `Bearer ${request.bearer}` }
      const { statusCode, body } = await upstream.call({ method: 'GET', path: '/scope', headers, timeoutMs: answerWithinMs })
      const granted = statusCode === 200 ? (/^\{"scope":"(read|write|none)"\}$/.exec(body.toString())?.[1] as Scope | undefined) : undefined
      return granted ?? 'unknown'
    }

    app.addHook('onRequest', (request, _reply, done) => {
      if (!mayBeRefused(request)) return done()
      scopeOf(request).then(
        scope => done(scope === 'read' ? new ReadOnlyToken() : scope === 'none' ? new NotSignedIn() : undefined),
        () => done() // the call itself will report the backend's failure
      )
    })
  },
  { name: 'token-scopes', dependencies: ['session'] }
)

function mayBeRefused({ bearer, session, method, routeOptions, raw: { headers } }: FastifyRequest): boolean {
  if (bearer === null || session !== null || routeOptions.config.isPublic || safeMethods.has(method)) return false
  const length = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Number.POSITIVE_INFINITY
  return length > smallBytes || (length > 0 && apiTokenForm.test(bearer))
}

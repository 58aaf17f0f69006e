import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { authApi, type SessionRecord, type Tokens } from '../../../shared/contracts/auth.ts'
import type { Contract } from '../../../shared/contracts/contract.ts'
import { NotSignedIn } from '../../lib/errors.ts'
import { InvalidAuthAnswer } from '../failures.ts'
import type { OwnAnswer, UpstreamClient } from '../upstream.ts'
import { fromGateway, headersForClient } from '../upstream-headers.ts'
import type { CookieJar, Session } from './cookies.ts'
import type { KnownDevices } from './known-devices.ts'
import { readTokens, type SessionRefresh } from './refresh.ts'
import { renew } from './session.ts'
import { tokenFacts } from './token.ts'

export interface SignInOptions {
  upstream: UpstreamClient
  jar: CookieJar
  refresh: SessionRefresh
  devices: KnownDevices
  secure: boolean
  timeoutMs: number
}

/** Handlers of the calls whose responses contain tokens. The browser instead receives cookies and a body without secrets. */
// Long: the handlers share the session's parts.
export function signInHandlers({ upstream, jar, refresh, devices, secure, timeoutMs }: SignInOptions): Map<Contract, RouteHandlerMethod> {
  function callBackend(request: FastifyRequest, path: string): Promise<OwnAnswer> {
    return upstream.call({
      method: 'POST',
      path,
      headers: { ...fromGateway(request), 'content-type': request.bodyType ?? undefined },
      body: request.rawBody ?? '',
      timeoutMs
    })
  }

  function passOn(reply: FastifyReply, answer: OwnAnswer) {
    if (answer.statusCode < 400) throw new InvalidAuthAnswer()
    return reply
      .code(answer.statusCode)
      .headers(headersForClient(answer.headers, upstream.origin, upstream.basePath, false))
      .send(answer.body)
  }

  /** Starts a new session at every sign-in, so that a planted session is worthless. */
  function begin(request: FastifyRequest, tokens: Tokens): SessionRecord {
    const before = request.session
    const session = jar.begin(tokens, null)
    refresh.remember(session, null)
    request.session = session
    request.sessionChange = 'write'
    if (before) {
      refresh.end(before)
      refresh.revoke(before, fromGateway(request)).catch(error => request.log.warn({ err: error }, 'revoking the previous session failed'))
    }
    return record(session)
  }

  async function login(request: FastifyRequest, reply: FastifyReply) {
    const answer = await callBackend(request, '/api/auth/login')
    if (answer.statusCode >= 300) return passOn(reply, answer)
    const tokens = readTokens(answer.body)
    if (!tokens) throw new InvalidAuthAnswer()
    devices.remember(request, reply, (request.body as { username: string }).username)
    return begin(request, tokens)
  }

  async function register(request: FastifyRequest, reply: FastifyReply) {
    const answer = await callBackend(request, '/api/auth/register')
    if (answer.statusCode >= 300) return passOn(reply, answer)
    reply.code(answer.statusCode)
    const tokens = readTokens(answer.body)
    if (tokens) {
      devices.remember(request, reply, (request.body as { email: string }).email)
      return begin(request, tokens)
    }
    const body = readJson(answer.body)
    if (hasToken(body)) throw new InvalidAuthAnswer() // one of the two tokens is missing
    return body
  }

  async function renewSession(request: FastifyRequest) {
    if (!request.session) throw new NotSignedIn()
    await renew(request, refresh, 'json')
    return record(request.session)
  }

  async function logout(request: FastifyRequest, reply: FastifyReply) {
    const { session } = request
    if (session) {
      refresh.end(session)
      await refresh
        .revoke(session, fromGateway(request))
        .catch(error => request.log.warn({ err: error }, 'the session was signed out, but ending it at the backend failed'))
    }
    request.audited ||= session === null // sign-outs without a session would fill the audit log
    request.sessionChange = 'clear'
    if (secure) reply.header('clear-site-data', '"cookies"') // cookies only; the page itself removes the stored data of this account
    return reply.code(204).send()
  }

  return new Map<Contract, RouteHandlerMethod>([
    [authApi.login, login],
    [authApi.register, register],
    [authApi.refresh, renewSession],
    [authApi.logout, logout]
  ])
}

function record(session: Session): SessionRecord {
  const { exp, sub } = tokenFacts(session.accessToken ?? '')
  return { token_type: session.tokenType, exp, sub }
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return {}
  }
}

function hasToken(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, part]) => /^(access|refresh|id)_?token$/i.test(name) || hasToken(part))
}

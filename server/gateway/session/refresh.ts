import { createHash } from 'node:crypto'
import { Check } from 'typebox/value'
import { Tokens } from '../../../shared/contracts/auth.ts'
import { refreshAheadMs, refreshGraceMs } from '../../../shared/limits.ts'
import { BackendTimeout, InvalidAuthAnswer, SessionEnded, SessionSuperseded, SessionTimeout, SessionUnavailable } from '../failures.ts'
import type { UpstreamClient } from '../upstream.ts'
import type { OutgoingHeaders } from '../upstream-headers.ts'
import type { CookieJar, Session } from './cookies.ts'

export type RefreshOutcome = 'renewed' | 'remembered' | 'refused' | 'superseded' | 'unavailable' | 'ended-meanwhile'

export interface RefreshOptions {
  upstream: UpstreamClient
  jar: CookieJar
  timeoutMs: number
  onOutcome(outcome: RefreshOutcome): void
}

export type SessionRefresh = ReturnType<typeof sessionRefresh>

const mostSessions = 100_000

/** Newest refresh token that this process holds for a session. Tokens are digests. */
interface Newest {
  token: string
  /** Token that was exchanged for it; null after a sign-in. */
  from: string | null
  /** Whether the browser has sent it, so that its response has arrived. */
  isConfirmed: boolean
}

/**
 * Error for a session that the backend permanently refuses to renew. The session's cookies are the newest that this process has issued, so the
 * cookies may be cleared.
 */
export class SessionRefused extends Error {
  readonly code = 'SESSION_ENDED'
  readonly statusCode = 401

  constructor() {
    super(new SessionEnded().message)
  }
}

/**
 * Renews sessions at the backend, which accepts each refresh token only once. Callers with the same token share one call. Later callers get
 * the same result for 30 s. A signed-out session stays signed out, even if a renewal is in progress.
 */
// Long: one refresh, which parallel requests share.
export function sessionRefresh({ upstream, jar, timeoutMs, onOutcome }: RefreshOptions) {
  const running = new Map<string, Promise<Session>>()
  const newest = new Map<string, Newest>()
  const replaced = new Map<string, true>()
  const ended = new Map<string, number>()

  /** @param before the session whose token was exchanged; null after a sign-in */
  function remember(session: Session, before: Session | null): void {
    const earlier = newest.get(session.id)
    if (earlier) replace(earlier.token)
    const from = before && digest(before.refreshToken)
    if (from) replace(from)
    newest.delete(session.id)
    newest.set(session.id, { token: digest(session.refreshToken), from, isConfirmed: false })
    forgetOldest(newest)
  }

  function replace(token: string): void {
    replaced.set(token, true)
    forgetOldest(replaced)
  }

  /** Records that the browser has the newest token of its session. From then on, the token before it is refused. */
  function confirm(session: Session): void {
    const known = newest.get(session.id)
    if (known && !known.isConfirmed && known.token === digest(session.refreshToken)) known.isConfirmed = true
  }

  /** Whether this process has not replaced the token of the session. Another gateway may have issued a token that is unknown here. */
  function isNewest(session: Session): boolean {
    return !replaced.has(digest(session.refreshToken))
  }

  /**
   * Whether the backend decides about the renewal. It does for the newest token, and for its predecessor until the browser sends the newest:
   * the response with the newest may have been lost.
   */
  function mayRenew(session: Session): boolean {
    if (isNewest(session)) return true
    const known = newest.get(session.id)
    return known !== undefined && !known.isConfirmed && known.from === digest(session.refreshToken)
  }

  function hasEnded(sessionId: string): boolean {
    return ended.has(sessionId)
  }

  function end(session: Session): void {
    ended.set(session.id, session.refreshEndsAt)
    newest.delete(session.id)
    if (ended.size <= mostSessions) return
    const now = Date.now()
    for (const [id, until] of ended) if (until < now) ended.delete(id)
    forgetOldest(ended)
  }

  /** Ends the session at the backend, if the backend supports it. */
  async function revoke(session: Session, headers: OutgoingHeaders): Promise<void> {
    await upstream.call({
      method: 'POST',
      path: '/api/auth/logout',
      headers: {
        ...headers,
        'content-type': 'application/json',
        ...(session.accessToken ? { authorization: `Bearer ${session.accessToken}` } : {})
      },
      body: JSON.stringify({ refresh_token: session.refreshToken }),
      timeoutMs
    })
  }

  async function requestRenewal(session: Session, as: 'form' | 'json', headers: OutgoingHeaders): Promise<Session> {
    const body = { refresh_token: session.refreshToken }
    const answer = await upstream
      .call({
        method: 'POST',
        path: '/api/auth/refresh',
        headers: { ...headers, 'content-type': as === 'json' ? 'application/json' : 'application/x-www-form-urlencoded' },
        body: as === 'json' ? JSON.stringify(body) : new URLSearchParams(body).toString(),
        timeoutMs
      })
      .catch(error => {
        onOutcome('unavailable')
        throw error instanceof BackendTimeout ? new SessionTimeout({ cause: error }) : new SessionUnavailable({ cause: error })
      })
    if (isRefusal(answer.statusCode)) {
      const mayClear = isNewest(session) && !hasEnded(session.id)
      onOutcome(mayClear ? 'refused' : 'superseded')
      if (!mayClear) throw new SessionSuperseded()
      end(session)
      throw new SessionRefused()
    }
    if (answer.statusCode >= 300) {
      onOutcome('unavailable')
      throw new SessionUnavailable()
    }
    const tokens = readTokens(answer.body)
    if (!tokens) {
      onOutcome('unavailable')
      throw new InvalidAuthAnswer()
    }
    const renewed = jar.begin(tokens, session)
    if (hasEnded(session.id)) {
      onOutcome('ended-meanwhile')
      await revoke(renewed, headers).catch(() => undefined)
      throw new SessionEnded()
    }
    remember(renewed, session)
    onOutcome('renewed')
    return renewed
  }

  return {
    remember,
    confirm,
    isNewest,
    hasEnded,
    end,
    revoke,

    /**
     * Whether the session is due for renewal, because it has no access token or the token ends within 30 s. A token with a lifetime of less
     * than a minute is renewed halfway through. A token without an end is used until the backend refuses it.
     */
    isDue(session: Session): boolean {
      if (session.accessToken === null) return true
      if (session.accessEndsAt === null) return false
      const aheadMs = Math.min(refreshAheadMs, (session.accessEndsAt - session.accessReceivedAt) / 2)
      return Date.now() >= session.accessEndsAt - aheadMs
    },

    /**
     * Returns the renewed session.
     * @throws SessionRefused when the backend permanently refuses to renew the session
     * @throws SessionSuperseded when the session was renewed too long ago to return the same result again, and the browser has sent the result
     * @throws SessionEnded when the session was signed out
     * @throws SessionUnavailable and SessionTimeout when the backend does not respond; the cookies are kept
     * @throws InvalidAuthAnswer
     */
    async renew(session: Session, as: 'form' | 'json', headers: OutgoingHeaders): Promise<Session> {
      if (hasEnded(session.id)) throw new SessionEnded()
      const key = digest(session.refreshToken)
      const known = running.get(key)
      if (known) {
        onOutcome('remembered')
        const renewed = await known
        return isNewest(renewed) ? renewed : this.renew(renewed, as, headers)
      }
      if (!mayRenew(session)) {
        onOutcome('superseded')
        throw new SessionSuperseded()
      }
      const renewal = requestRenewal(session, as, headers)
      running.set(key, renewal)
      renewal.then(
        () => setTimeout(() => running.delete(key), refreshGraceMs).unref(),
        () => running.delete(key)
      )
      return renewal
    }
  }
}

/** Parses the tokens of a response; null unless both are present. */
export function readTokens(body: Buffer): Tokens | null {
  try {
    const answer: unknown = JSON.parse(body.toString('utf8'))
    return Check(Tokens, answer) ? answer : null
  } catch {
    return null
  }
}

/** Whether the backend refused the call. Any other failure may be temporary. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 425 && status !== 429
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

function forgetOldest(map: Map<string, unknown>): void {
  if (map.size <= mostSessions) return
  const oldest = map.keys().next()
  if (!oldest.done) map.delete(oldest.value)
}

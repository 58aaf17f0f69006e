import { Check } from 'typebox/value'
import { Tokens } from '../../../shared/contracts/auth.ts'
import { refreshAheadMs, refreshGraceMs } from '../../../shared/limits.ts'
import { BackendTimeout, InvalidAuthAnswer, SessionEnded, SessionSuperseded, SessionTimeout, SessionUnavailable } from '../failures.ts'
import type { UpstreamClient } from '../upstream.ts'
import type { OutgoingHeaders } from '../upstream-headers.ts'
import type { CookieJar, Session } from './cookies.ts'
import { digest, forgetOldest, newestTokens } from './newest-tokens.ts'

export type RefreshOutcome = 'renewed' | 'remembered' | 'refused' | 'superseded' | 'unavailable' | 'ended-meanwhile'

export interface RefreshOptions {
  upstream: UpstreamClient
  jar: CookieJar
  timeoutMs: number
  onOutcome(outcome: RefreshOutcome): void
}

export type SessionRefresh = ReturnType<typeof sessionRefresh>

const mostSessions = 100_000

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
  const tokens = newestTokens(mostSessions)
  const ended = new Map<string, number>()

  function hasEnded(sessionId: string): boolean {
    return ended.has(sessionId)
  }

  function end(session: Session): void {
    ended.set(session.id, session.refreshEndsAt)
    tokens.forget(session.id)
    if (ended.size <= mostSessions) return
    const now = Date.now()
    for (const [id, until] of ended) if (until < now) ended.delete(id)
    forgetOldest(ended, mostSessions)
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
      const mayClear = tokens.isNewest(session) && !hasEnded(session.id)
      onOutcome(mayClear ? 'refused' : 'superseded')
      if (!mayClear) throw new SessionSuperseded()
      end(session)
      throw new SessionRefused()
    }
    if (answer.statusCode >= 300) {
      onOutcome('unavailable')
      throw new SessionUnavailable()
    }
    const given = readTokens(answer.body)
    if (!given) {
      onOutcome('unavailable')
      throw new InvalidAuthAnswer()
    }
    const renewed = jar.begin(given, session)
    if (hasEnded(session.id)) {
      onOutcome('ended-meanwhile')
      await revoke(renewed, headers).catch(() => undefined)
      throw new SessionEnded()
    }
    tokens.remember(renewed, session)
    onOutcome('renewed')
    return renewed
  }

  return {
    remember: tokens.remember,
    confirm: tokens.confirm,
    isNewest: tokens.isNewest,
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
        return tokens.isNewest(renewed) ? renewed : this.renew(renewed, as, headers)
      }
      if (!tokens.mayRenew(session)) {
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

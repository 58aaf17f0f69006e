import { createHash } from 'node:crypto'
import type { Session } from './cookies.ts'

/** Newest refresh token that this process holds for a session. Tokens are digests. */
interface Newest {
  token: string
  /** Token that was exchanged for it; null after a sign-in. */
  from: string | null
  /** Whether the browser has sent it, so that its response has arrived. */
  isConfirmed: boolean
}

/** Keeps the newest refresh token of each session, and the tokens that this process has replaced. The oldest beyond `most` are forgotten. */
export function newestTokens(most: number) {
  const newest = new Map<string, Newest>()
  const replaced = new Map<string, true>()

  function replace(token: string): void {
    replaced.set(token, true)
    forgetOldest(replaced, most)
  }

  /** Whether this process has not replaced the token of the session. Another gateway may have issued a token that is unknown here. */
  const isNewest = (session: Session): boolean => !replaced.has(digest(session.refreshToken))

  return {
    isNewest,

    /** @param before the session whose token was exchanged; null after a sign-in */
    remember(session: Session, before: Session | null): void {
      const earlier = newest.get(session.id)
      if (earlier) replace(earlier.token)
      const from = before && digest(before.refreshToken)
      if (from) replace(from)
      newest.delete(session.id)
      newest.set(session.id, { token: digest(session.refreshToken), from, isConfirmed: false })
      forgetOldest(newest, most)
    },

    /** Records that the browser has the newest token of its session. From then on, the token before it is refused. */
    confirm(session: Session): void {
      const known = newest.get(session.id)
      if (known && !known.isConfirmed && known.token === digest(session.refreshToken)) known.isConfirmed = true
    },

    /**
     * Whether the backend decides about the renewal. It does for the newest token, and for its predecessor until the browser sends the newest:
     * the response with the newest may have been lost.
     */
    mayRenew(session: Session): boolean {
      if (isNewest(session)) return true
      const known = newest.get(session.id)
      return known !== undefined && !known.isConfirmed && known.from === digest(session.refreshToken)
    },

    forget(sessionId: string): void {
      newest.delete(sessionId)
    }
  }
}

export function digest(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

export function forgetOldest(map: Map<string, unknown>, most: number): void {
  if (map.size <= most) return
  const oldest = map.keys().next()
  if (!oldest.done) map.delete(oldest.value)
}

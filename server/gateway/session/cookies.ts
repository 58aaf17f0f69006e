import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Tokens } from '../../../shared/contracts/auth.ts'
import type { Seal } from '../../lib/seal.ts'
import { TokenTooLarge } from '../failures.ts'
import { tokenFacts } from './token.ts'

/** Contents of the two cookies. Times are in milliseconds since 1970, by the local clock. */
export interface Session {
  /** Id of the session, created at sign-in and kept across refreshes. */
  id: string
  /** Access token; null when only the refresh cookie is left. */
  accessToken: string | null
  /** End of the access token; null without an access token or a valid end. */
  accessEndsAt: number | null
  accessReceivedAt: number
  refreshToken: string
  /** End of the session: the end of the refresh token, but no later than the maximum lifetime. */
  refreshEndsAt: number
  startedAt: number
  tokenType: string
  sub: string | null
  /** Whether the session is sealed with an old key and must be sealed again. */
  needsNewKey: boolean
}

/** Size limit of a cookie's name and value together. Browsers drop longer cookies (RFC 6265bis section 5.6). */
const cookieLimitBytes = 4096
const cookieAlarmBytes = 3072
/** Assumed lifetime of a refresh token without an expiry time. */
const idleMs = 30 * 24 * 3600_000
/** Maximum lifetime of a session, regardless of how often it is refreshed. */
const longestMs = 90 * 24 * 3600_000

export interface CookieJar {
  /** Reads the session; null if there is none, or if its cookies are forged, truncated, duplicated or expired. */
  read(header: string | undefined): Session | null
  /** Starts a session with tokens from the backend. `before` is the session to continue; null after a sign-in. */
  begin(tokens: Tokens, before: Session | null): Session
  /** Writes the session to the cookies. @throws TokenTooLarge */
  write(reply: FastifyReply, session: Session): void
  clear(reply: FastifyReply): void
}

type Access = [id: string, token: string, endsAt: number | null, receivedAt: number]
type Refresh = [id: string, token: string, endsAt: number, startedAt: number]

/**
 * Returns the names of the session cookies. Browsers accept a `__Host-Http-` cookie only over HTTPS and for this host, so no other site can
 * plant one.
 */
export function sessionCookieNames(secure: boolean): { access: string; refresh: string } {
  const prefix = secure ? '__Host-Http-' : ''
  return { access: `${prefix}at`, refresh: `${prefix}rt` }
}

/** Keeps the session in two sealed cookies. `secure` (HTTPS) determines their names and flags. */
// Long: the methods of one jar.
export function cookieJar(seal: Seal, secure: boolean, onLargeCookie: (bytes: number) => void): CookieJar {
  const names = sessionCookieNames(secure)
  const flags = { path: '/', httpOnly: true, secure, sameSite: 'strict' } as const

  function opened<T>(header: string, name: string): { value: T; withOldKey: boolean } | null {
    const sealed = onlyCookie(header, name)
    const plain = sealed && seal.open(name, sealed)
    return plain ? { value: JSON.parse(plain.text) as T, withOldKey: plain.withOldKey } : null
  }

  function set(reply: FastifyReply, name: string, contents: Access | Refresh, endsAt: number) {
    const value = seal.close(name, JSON.stringify(contents))
    const bytes = name.length + value.length
    if (bytes > cookieLimitBytes) throw new TokenTooLarge()
    if (bytes > cookieAlarmBytes) onLargeCookie(bytes)
    reply.setCookie(name, value, { ...flags, maxAge: Math.max(1, Math.floor((endsAt - Date.now()) / 1000)) })
  }

  return {
    read(header) {
      if (!header) return null
      const refresh = opened<Refresh>(header, names.refresh)
      if (!refresh) return null
      const [id, refreshToken, refreshEndsAt, startedAt] = refresh.value
      if (Date.now() >= refreshEndsAt) return null
      const access = opened<Access>(header, names.access)
      const own = access?.value[0] === id // an access token of another session is useless
      const accessToken = own ? access.value[1] : null
      return {
        id,
        accessToken,
        accessEndsAt: own ? access.value[2] : null,
        accessReceivedAt: own ? access.value[3] : 0,
        refreshToken,
        refreshEndsAt,
        startedAt,
        tokenType: 'bearer',
        sub: accessToken ? tokenFacts(accessToken).sub : null,
        needsNewKey: refresh.withOldKey || Boolean(access?.withOldKey)
      }
    },

    begin({ access_token, refresh_token, token_type }, before) {
      const now = Date.now()
      const access = tokenFacts(access_token)
      const refresh = tokenFacts(refresh_token)
      const startedAt = before?.startedAt ?? now
      return {
        id: before?.id ?? randomBytes(16).toString('base64url'),
        accessToken: access_token,
        accessEndsAt: localEnd(access.exp, access.iat, now),
        accessReceivedAt: now,
        refreshToken: refresh_token,
        refreshEndsAt: Math.min(localEnd(refresh.exp, refresh.iat, now) ?? now + idleMs, startedAt + longestMs),
        startedAt,
        tokenType: token_type ?? 'bearer',
        sub: access.sub ?? before?.sub ?? null,
        needsNewKey: false
      }
    },

    write(reply, session) {
      const { id, accessToken, accessEndsAt, accessReceivedAt, refreshToken, refreshEndsAt, startedAt } = session
      if (accessToken) set(reply, names.access, [id, accessToken, accessEndsAt, accessReceivedAt], accessEndsAt ?? refreshEndsAt)
      set(reply, names.refresh, [id, refreshToken, refreshEndsAt, startedAt], refreshEndsAt)
    },

    clear(reply) {
      reply.clearCookie(names.access, flags)
      reply.clearCookie(names.refresh, flags)
    }
  }
}

/**
 * Converts the end of a token to the local clock. The backend's clock may differ by minutes, so a lifetime counts from now. Without an issue
 * time, the end is used unchanged. Null for a token that has no end or has expired.
 */
function localEnd(exp: number | null, iat: number | null, now: number): number | null {
  if (exp === null) return null
  const end = iat === null ? exp * 1000 : now + (exp - iat) * 1000
  return end > now ? end : null
}

/** Returns the value of a cookie that is present exactly once; null otherwise. Of two cookies with the same name, one was planted. */
export function onlyCookie(header: string, name: string): string | null {
  let found: string | null = null
  for (const part of header.split(';')) {
    const equals = part.indexOf('=')
    if (equals < 0 || part.slice(0, equals).trim() !== name) continue
    if (found !== null) return null
    found = part.slice(equals + 1).trim()
  }
  return found
}

/** Returns a short hash of a session or token for logs. Hashes can be compared, but do not reveal the secret. */
export function fingerprint(secret: string): string {
  return createHash('sha256').update(secret).digest('hex').slice(0, 16)
}

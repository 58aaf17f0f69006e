import type { SessionRecord, Tokens } from '../../shared/contracts/auth.ts'

/** Part of a session that is stored between visits. */
export interface StoredSession {
  /** Access token; `null` in cookie mode, where the gateway holds the tokens. */
  accessToken: string | null
  refreshToken: string | null
  tokenType: string
  /** Expiry of the access token, in seconds since the Unix epoch; null without one. */
  exp: number | null
  /** Account id from the token; null without one. */
  subject: string | null
}

/** Storage of the session in the browser, one implementation per `SESSION_MODE`. */
export interface SessionStore {
  readonly mode: 'cookie' | 'bearer'
  /** Stored session; null when any part is missing. */
  read(): StoredSession | null
  /**
   * Stores the response to a login, registration or refresh.
   * @throws InvalidAuthResponse when a token is missing
   */
  write(answer: unknown): void
  clear(): void
}

export class InvalidAuthResponse extends Error {
  constructor() {
    super('Invalid authentication response from server')
  }
}

type KeyValue = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const recordKey = 'isobath.session'

/** Session store in cookie mode. Local storage contains only the session record, without secrets. */
export function cookieSessionStore(storage: KeyValue): SessionStore {
  return {
    mode: 'cookie',
    read() {
      const record = parse(storage.getItem(recordKey)) as Partial<SessionRecord> | null
      if (typeof record?.token_type !== 'string') return null
      return {
        accessToken: null,
        refreshToken: null,
        tokenType: record.token_type,
        exp: typeof record.exp === 'number' ? record.exp : null,
        subject: typeof record.sub === 'string' ? record.sub : null
      }
    },
    write(answer) {
      const { token_type, exp, sub } = (answer ?? {}) as Partial<SessionRecord>
      if (typeof token_type !== 'string') throw new InvalidAuthResponse()
      storage.setItem(recordKey, JSON.stringify({ token_type, exp: exp ?? null, sub: sub ?? null } satisfies SessionRecord))
    },
    clear() {
      storage.removeItem(recordKey)
    }
  }
}

const bearerKeys = { access: 'isobath.access_token', refresh: 'isobath.refresh_token', type: 'isobath.token_type' }

/** Session store in bearer mode. Local storage contains the access token, the refresh token and the token type. */
export function bearerSessionStore(storage: KeyValue): SessionStore {
  return {
    mode: 'bearer',
    read() {
      const accessToken = storage.getItem(bearerKeys.access)
      const refreshToken = storage.getItem(bearerKeys.refresh)
      if (!accessToken || !refreshToken) return null
      return { accessToken, refreshToken, tokenType: storage.getItem(bearerKeys.type) ?? 'bearer', ...claimsOf(accessToken) }
    },
    write(answer) {
      const { access_token, refresh_token, token_type } = (answer ?? {}) as Partial<Tokens>
      if (!isToken(access_token) || !isToken(refresh_token)) throw new InvalidAuthResponse()
      storage.setItem(bearerKeys.access, access_token)
      storage.setItem(bearerKeys.refresh, refresh_token)
      storage.setItem(bearerKeys.type, isToken(token_type) ? token_type : 'bearer')
    },
    clear() {
      for (const key of Object.values(bearerKeys)) storage.removeItem(key)
    }
  }
}

/** True when the response to a registration contains a session. Without one, the caller logs in. */
export function mentionsSession(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && ['access_token', 'refresh_token', 'exp'].some(name => name in answer)
}

/** Claims `exp` and `sub` of a JSON Web Token, read without verifying the signature. A missing claim is null. */
function claimsOf(token: string): Pick<StoredSession, 'exp' | 'subject'> {
  const payload = token.split('.')[1] ?? ''
  try {
    const { exp, sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { exp?: unknown; sub?: unknown }
    return { exp: typeof exp === 'number' ? exp : null, subject: typeof sub === 'string' ? sub : null }
  } catch {
    return { exp: null, subject: null }
  }
}

const isToken = (value: unknown): value is string => typeof value === 'string' && value !== ''

function parse(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

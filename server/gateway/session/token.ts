export interface TokenFacts {
  /** Expiry time in seconds since 1970; null when the token has none. */
  exp: number | null
  iat: number | null
  sub: string | null
}

const nothing: TokenFacts = { exp: null, iat: null, sub: null }

/** Reads the claims of a JWT without verifying it, which is left to the backend. Opaque tokens have no claims. */
export function tokenFacts(token: string): TokenFacts {
  const payload = token.split('.')[1]
  if (!payload) return nothing
  try {
    const { exp, iat, sub } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Record<string, unknown>
    return {
      exp: typeof exp === 'number' && Number.isFinite(exp) ? exp : null,
      iat: typeof iat === 'number' && Number.isFinite(iat) ? iat : null,
      sub: typeof sub === 'string' || typeof sub === 'number' ? String(sub).slice(0, 128) : null
    }
  } catch {
    return nothing
  }
}

export const accessTokenSeconds = 15 * 60

const issuer = 'isobath'
const audience = 'isobath-api'
/** JWT type of access tokens (RFC 9068). It prevents other JWTs signed with the same key from passing as access tokens. */
const typ = 'at+jwt'

/** Time for which a verified token is cached, at most until it expires. Verifying a token takes longer than the rest of a short request. */
const believedMs = 60_000
const mostBelieved = 10_000

interface Claims {
  accountId: string
  sessionId: string
}

export type AccessTokens = ReturnType<typeof accessTokens>

/** Issues and verifies access tokens: short-lived JWTs for a session, signed with HS256. */
export function accessTokens(key: Buffer) {
  const believed = new Map<string, { claims: Claims; until: number }>()

  function believe(token: string, claims: Claims, endsAt: number): void {
    believed.delete(token)
    believed.set(token, { claims, until: Math.min(Date.now() + believedMs, endsAt) })
    if (believed.size > mostBelieved) believed.delete(believed.keys().next().value!)
  }

  return {
    async issue({ accountId, sessionId }: Claims): Promise<string> {
      const { SignJWT } = await import('jose')
      const now = Math.floor(Date.now() / 1000)
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ })
        .setSubject(accountId)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(now)
        .setExpirationTime(now + accessTokenSeconds)
        .sign(key)
    },

    /** Verifies a token. @returns its claims; null if it has expired or was not issued by this server */
    async read(token: string): Promise<Claims | null> {
      const before = believed.get(token)
      if (before && Date.now() < before.until) return before.claims
      const { jwtVerify } = await import('jose')
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          issuer,
          audience,
          typ,
          maxTokenAge: accessTokenSeconds,
          requiredClaims: ['sub', 'sid', 'iat', 'exp']
        })
        if (typeof payload.sid !== 'string' || !payload.sub) return null
        const claims = { accountId: payload.sub, sessionId: payload.sid }
        believe(token, claims, payload.exp! * 1000)
        return claims
      } catch {
        return null
      }
    }
  }
}

import { jwtVerify, SignJWT } from 'jose'

export const accessTokenSeconds = 15 * 60

const issuer = 'isobath'
const audience = 'isobath-api'
/** RFC 9068: keeps other JWTs made with the same key from passing as access tokens. */
const typ = 'at+jwt'

export type AccessTokens = ReturnType<typeof accessTokens>

/** Short-lived proofs of a session: JWT, HS256 and nothing else. */
export function accessTokens(key: Buffer) {
  return {
    issue({ accountId, sessionId }: { accountId: string; sessionId: string }): Promise<string> {
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

    /** @returns null for everything that we did not make or that has ended */
    async read(token: string): Promise<{ accountId: string; sessionId: string } | null> {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          issuer,
          audience,
          typ,
          maxTokenAge: accessTokenSeconds,
          requiredClaims: ['sub', 'sid', 'iat', 'exp']
        })
        return typeof payload.sid === 'string' && payload.sub ? { accountId: payload.sub, sessionId: payload.sid } : null
      } catch {
        return null
      }
    }
  }
}

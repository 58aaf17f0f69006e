import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import { type Answering, cannedUpstream, json, tokens } from './canned-upstream.ts'

interface Issuer {
  accessSeconds?: number
  /** Replaces the usual renewal. */
  refresh?: Answering
}

/** Starts a backend that issues tokens, accepts each refresh token once, and recognises valid access tokens. */
export async function issuer(t: Test, { accessSeconds = 300, refresh }: Issuer = {}) {
  let given = tokens(accessSeconds)
  const used = new Set<string>()
  const good = new Set<string>([given.access_token])
  const state = { refreshes: 0, logouts: [] as string[], revoked: false, holdRefreshMs: 0, accessSeconds }
  const upstream = await cannedUpstream(t, (request, response, body) => {
    const path = request.url!.split('?')[0]
    if (path === '/api/auth/login') return json(response, 200, given, { 'set-cookie': 'upstream=1; Path=/' })
    if (path === '/api/auth/logout') {
      state.logouts.push((JSON.parse(body.toString()) as { refresh_token: string }).refresh_token)
      return json(response, 200, {})
    }
    if (path === '/api/auth/refresh') {
      state.refreshes += 1
      if (refresh) return refresh(request, response, body)
      const sent = new URLSearchParams(body.toString()).get('refresh_token') ?? (JSON.parse(body.toString()).refresh_token as string)
      const renew = () => {
        if (state.revoked || used.has(sent) || sent !== given.refresh_token) return json(response, 401, { detail: 'used' })
        used.add(sent)
        given = tokens(state.accessSeconds)
        good.add(given.access_token)
        json(response, 200, given)
      }
      return state.holdRefreshMs ? setTimeout(renew, state.holdRefreshMs) : renew()
    }
    const bearer = request.headers.authorization?.slice(7) ?? ''
    if (!good.has(bearer)) return json(response, 401, { detail: 'bad token' })
    json(response, 200, { bearer, echoed: body.toString() })
  })
  return {
    ...upstream,
    state,
    current: () => given,
    /** Refuses all earlier access tokens from now on. */
    forgetAccess: () => good.clear(),
    remember: (token: string) => good.add(token)
  }
}

export const projects = (app: FastifyInstance, cookies: Record<string, string>) => app.inject({ url: '/api/projects', cookies })

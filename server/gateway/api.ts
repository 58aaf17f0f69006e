import type { FastifyPluginAsync } from 'fastify'
import type { Contract } from '../../shared/contracts/contract.ts'
import { gatewayApi } from '../../shared/contracts/gateway.ts'
import { api as contractGroups } from '../../shared/nouns.ts'
import { sealWith } from '../lib/seal.ts'
import { clientLog } from './client-log.ts'
import type { Deadlines, GatewayConfig, Rates } from './config.ts'
import { contractRoutes } from './contract-routes.ts'
import { docs } from './docs.ts'
import type { Forwarding } from './forward.ts'
import type { Metrics } from './metrics.ts'
import { rateLimits } from './rate-limits.ts'
import { refusedBodies } from './refused-bodies.ts'
import { traceContexts } from './request-ids.ts'
import type { SecurityHeaders } from './security-headers.ts'
import { cookieJar } from './session/cookies.ts'
import { deviceRoutes } from './session/device-routes.ts'
import { knownDevices } from './session/known-devices.ts'
import { sessionRefresh } from './session/refresh.ts'
import { session } from './session/session.ts'
import { signInHandlers } from './session/sign-in.ts'
import { straight } from './straight.ts'
import type { OpenStreams } from './streams.ts'
import { tokenScopes } from './token-scopes.ts'
import { unlisted } from './unlisted.ts'
import type { UpstreamClient } from './upstream.ts'

export interface ApiOptions {
  contracts: Contract[]
  config: GatewayConfig
  deadlines: Deadlines
  rates: Rates
  upstream: UpstreamClient
  https: boolean
  headers: SecurityHeaders
  isTrusted: (address: string | undefined) => boolean
  metrics: Metrics
  streams: OpenStreams
}

/** Everything under `/api`: limits, authentication, and then the calls, which are validated and forwarded. */
export const api: FastifyPluginAsync<ApiOptions> = async (app, options) => {
  const { contracts, config, deadlines, rates, upstream, https, headers, isTrusted, metrics, streams } = options
  const traceContext = traceContexts(isTrusted)
  app.decorateRequest('traceparent', '')
  app.decorateRequest('rawBody', null)
  app.decorateRequest('bodyType', null)
  app.addHook('onRequest', (request, _reply, done) => {
    request.traceparent = traceContext(request)
    done()
  })
  await app.register(straight, { config })
  const cookies = config.sessionMode === 'cookie' ? sessionCookies() : null
  await app.register(rateLimits, { rates, devices: cookies?.devices ?? null, onRefused: () => metrics.refused('rate') })
  app.addHook('onError', async (_request, _reply, error) => {
    if (error.code === 'INVALID_REQUEST') metrics.refused('contract')
  })

  await app.register(session, { cookies })
  await app.register(refusedBodies, { pointsPerMinute: rates.refusedBodiesPerMinute, onRefused: () => metrics.refused('rate') })
  await app.register(tokenScopes, { upstream })

  const forwarding: Forwarding = { upstream, refresh: cookies?.refresh ?? null, streams, onFailure: metrics.upstreamFailed }
  const handlers = cookies ? signInHandlers({ ...cookies, upstream, secure: https, timeoutMs: deadlines.call }) : new Map()
  await app.register(contractRoutes, { contracts, forwarding, requestBodyMs: deadlines.requestBody, handlers })
  if (config.proxyUnlisted) await app.register(unlisted, { forwarding })

  await app.register(clientLog, {
    entriesPerMinute: rates.clientLogsPerMinute,
    receiveWithinMs: deadlines.requestBody,
    onEntry: metrics.clientLogged
  })
  await app.register(deviceRoutes, { devices: cookies?.devices ?? null, receiveWithinMs: deadlines.requestBody })
  await app.register(docs, {
    groups: { ...contractGroups, gateway: gatewayApi },
    version: config.version,
    publicUrl: config.publicUrl,
    headers
  })

  function sessionCookies() {
    const onLargeCookie = (bytes: number) => app.log.warn({ bytes }, 'a session cookie is close to the limit of 4096 bytes')
    const seal = sealWith(config.cookieKeys)
    const jar = cookieJar(seal, https, onLargeCookie)
    const refresh = sessionRefresh({ upstream, jar, timeoutMs: deadlines.refresh, onOutcome: metrics.refreshed })
    return { jar, refresh, devices: knownDevices(seal, https) }
  }
}

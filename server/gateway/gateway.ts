import Fastify, { type FastifyInstance } from 'fastify'
import { everyContract } from '../../shared/every-contract.ts'
import { problemHandler } from '../lib/problems.ts'
import { schemaCompilers } from '../lib/schema-compilers.ts'
import { sealWith } from '../lib/seal.ts'
import { accessLog, FastifyLines } from './access-log.ts'
import { api } from './api.ts'
import { AsciiResponse } from './ascii-response.ts'
import { audit } from './audit.ts'
import { completion } from './completion.ts'
import { defaultDeadlines, defaultRates, type GatewayConfig } from './config.ts'
import { addressErrors, connectionErrors } from './connection-errors.ts'
import { openDebugLog } from './debug-log.ts'
import { freeSpace } from './free-space.ts'
import { health } from './health.ts'
import { loadShedding } from './load-shedding.ts'
import { gatewayMetrics, measure } from './metrics.ts'
import { networkList } from './networks.ts'
import { requestGuard } from './request-guard.ts'
import { requestIds } from './request-ids.ts'
import { security, securityHeaders } from './security-headers.ts'
import { cookieJar, sessionCookieNames } from './session/cookies.ts'
import { openedCookies } from './session/opened-cookies.ts'
import { spa } from './spa.ts'
import { drain, openStreams } from './streams.ts'
import { openUpstream } from './upstream.ts'

/** Builds the gateway from its plugins, in the order in which a request passes through them. */
// Long: the plugins of the gateway in order.
export async function buildGateway(config: GatewayConfig): Promise<FastifyInstance> {
  const { publicUrl, version, sessionMode, embedded } = config
  const deadlines = { ...defaultDeadlines, ...config.deadlines }
  const rates = { ...defaultRates, ...config.rates }
  const https = publicUrl?.protocol === 'https:'
  const headers = securityHeaders(https, config.hstsSubdomains)
  const isTrusted = networkList(config.trustedProxies)
  const upstream = openUpstream(config.upstream, deadlines)
  const metrics = gatewayMetrics(version)
  config.jobEnds?.on('end', metrics.jobEnded)
  const streams = openStreams()
  metrics.gauge('isobath_open_streams', 'Number of open uploads, downloads and event streams', streams.count)
  metrics.gauge('isobath_upstream_queued_calls', 'Number of calls waiting for a connection to the backend', upstream.queued)

  const app: FastifyInstance = Fastify({
    loggerInstance: config.logger ?? openDebugLog(config),
    logController: new FastifyLines(),
    genReqId: requestIds(isTrusted),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    forceCloseConnections: 'idle',
    http: { ServerResponse: AsciiResponse, headersTimeout: deadlines.requestHeaders, connectionsCheckingInterval: 2_000 },
    requestTimeout: 0, // an upload may take hours; `readBodies` bounds the others
    routerOptions: { maxParamLength: 1024 },
    clientErrorHandler: connectionErrors(headers),
    frameworkErrors: addressErrors(headers),
    schemaController: schemaCompilers()
  })
  app.setErrorHandler(problemHandler)
  app.decorateRequest('exchange', null)
  app.addHook('onClose', () => upstream.close())

  await app.register(security, { headers }) // first, so that errors carry the headers too
  await app.register(completion)
  await app.register(accessLog)
  await app.register(measure, { metrics, allowed: config.metricsAllowedNetworks, isTrusted })
  await app.register(drain, { streams, delayMs: config.drainDelayMs, closeWithinMs: deadlines.close })
  await app.register(audit, { dataDir: config.dataDir, onFailure: metrics.auditFailed })
  await app.register(freeSpace, { dataDir: config.dataDir, gauge: metrics.gauge })
  await app.register(health, {
    upstream,
    reasons: [
      () => (app.drain.begun ? 'the gateway is shutting down' : null),
      () => (app.auditLog.available() ? null : 'the audit log is not writable')
    ]
  })
  await app.register(requestGuard, {
    publicUrl,
    sessionCookies: sessionMode === 'cookie' ? Object.values(sessionCookieNames(https)) : [],
    onRefused: metrics.refused
  })
  await app.register(loadShedding, {
    openRequests: rates.openRequests,
    loopDelayMs: rates.loopDelayMs,
    openStreams: streams.count,
    onRefused: () => metrics.refused('load')
  })
  await app.register(api, {
    prefix: '/api',
    contracts: everyContract,
    config,
    deadlines,
    rates,
    upstream,
    https,
    headers,
    isTrusted,
    metrics,
    streams
  })
  const readSession = sessionMode === 'cookie' ? openedCookies(cookieJar(sealWith(config.cookieKeys), https, () => {})) : null
  // registered last, because it answers all remaining paths
  await app.register(spa, { webRoot: config.webRoot, client: { sessionMode, version, embedded }, readSession })
  if (!publicUrl) app.log.warn('PUBLIC_URL is not set: sessions use plain HTTP, which suits only trials and trusted networks')
  return app
}

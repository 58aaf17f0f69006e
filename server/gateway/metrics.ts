import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { NotFound } from '../lib/errors.ts'
import type { JobEnd } from '../lib/job-end.ts'
import { loopback, networkList } from './networks.ts'
import type { RefreshOutcome } from './session/refresh.ts'

export type RefusalReason = 'target' | 'host' | 'upgrade' | 'header' | 'origin' | 'contract' | 'rate' | 'load'

export type Metrics = ReturnType<typeof gatewayMetrics>

/** Metrics of the gateway. Labels are route templates, methods and status classes, never addresses or user names. */
// Long: one entry for each metric.
export function gatewayMetrics(version: string) {
  const registry = new Registry()
  const registers = [registry]
  const seconds = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30]
  collectDefaultMetrics({ register: registry })
  new Gauge({ name: 'isobath_build_info', help: 'Version of the gateway', labelNames: ['version'], registers }).set({ version }, 1)

  const requests = new Histogram({
    name: 'isobath_http_request_duration_seconds',
    help: 'Time from the start of a request to the end of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: seconds,
    registers
  })
  const upstream = new Histogram({
    name: 'isobath_upstream_duration_seconds',
    help: 'Response time of the backend',
    buckets: seconds,
    registers
  })
  const upstreamFailures = counter('isobath_upstream_failures_total', 'Failed calls to the backend, by code', 'code')
  const refreshes = counter('isobath_session_refresh_total', 'Session renewals, by outcome', 'outcome')
  const refusals = counter('isobath_refused_requests_total', 'Requests refused by the gateway, by reason', 'reason')
  const auditFailures = new Counter({ name: 'isobath_audit_failures_total', help: 'Failed writes to the audit log', registers })
  const clientLogs = counter('isobath_client_log_entries_total', 'Warnings and errors reported by browsers, by level', 'level')

  const jobs = new Histogram({
    name: 'isobath_job_duration_seconds',
    help: 'Duration of job attempts, by kind and outcome',
    labelNames: ['kind', 'outcome'],
    buckets: [0.1, 1, 10, 60, 600, 3_600],
    registers
  })

  function counter(name: string, help: string, label: string) {
    return new Counter({ name, help, labelNames: [label], registers })
  }

  type Observer = { observe(value: number): void }
  const observers = new Map<string, Observer>()

  return {
    registry,

    /** Adds a metric whose value is read on demand. */
    gauge(name: string, help: string, read: () => number) {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read())
        }
      })
    },

    answered({ method, routeOptions }: FastifyRequest, statusCode: number, ms: number): void {
      const route = routeOptions.url ?? 'none'
      const key = `${method} ${route} ${statusCode}`
      let observer = observers.get(key)
      if (!observer) {
        observer = requests.labels(method, route, `${Math.floor(statusCode / 100)}xx`)
        observers.set(key, observer)
      }
      observer.observe(ms / 1000)
    },
    upstreamTook: (ms: number) => upstream.observe(ms / 1000),
    upstreamFailed: (code: string) => upstreamFailures.inc({ code }),
    refreshed: (outcome: RefreshOutcome) => refreshes.inc({ outcome }),
    refused: (reason: RefusalReason) => refusals.inc({ reason }),
    auditFailed: () => auditFailures.inc(),
    clientLogged: (level: string) => clientLogs.inc({ level }),
    jobEnded: ({ kind, outcome, durationMs }: JobEnd) => jobs.observe({ kind, outcome }, durationMs / 1000)
  }
}

export interface MetricsOptions {
  metrics: Metrics
  /** CIDR ranges that may read `/metrics`; undefined for loopback only. */
  allowed: string[] | undefined
  isTrusted: (address: string | undefined) => boolean
}

/** Measures every request, and serves the metrics at `/metrics` to permitted addresses. */
export const measure = fp<MetricsOptions>(
  async (app, { metrics, allowed, isTrusted }) => {
    const isAllowed = networkList(allowed ?? loopback)
    let inFlight = 0
    metrics.gauge('isobath_http_requests_in_flight', 'Number of requests in flight', () => inFlight)

    app.addHook('onRequest', (_request, _reply, done) => {
      inFlight += 1
      done()
    })
    app.whenOver((request, reply, status) => {
      inFlight -= 1
      metrics.answered(request, status, reply.elapsedTime)
      if (request.exchange) metrics.upstreamTook(request.exchange.tookMs)
    })

    app.get('/metrics', async (request, reply) => {
      const { headers, socket } = request.raw
      const passedOn = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
      // Otherwise, an untrusted proxy on this machine would expose the metrics to everyone.
      const known = !passedOn || isTrusted(socket.remoteAddress)
      if (!known || !isAllowed(request.ip)) throw new NotFound('/metrics')
      return reply
        .header('cache-control', 'no-store')
        .type(metrics.registry.contentType)
        .send(await metrics.registry.metrics())
    })
  },
  { name: 'metrics', dependencies: ['completion'] }
)

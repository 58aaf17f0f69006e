import type { FastifyPluginAsync } from 'fastify'
import type { UpstreamClient } from './upstream.ts'

export interface HealthOptions {
  upstream: UpstreamClient
  /** Readiness checks. Each returns the reason why the gateway is not ready, or null. */
  reasons: (() => string | null)[]
}

const answerWithinMs = 2_000
/** Time in milliseconds for which probes share one result, so that frequent probes do not burden the backend. */
const freshMs = 1_000

/** Readiness path of the backend, which checks its database. An external backend may not have it, so any status below 500 counts as ready. */
const readyPath = '/ready'

/** Health checks. `/healthz` shows that the process is alive. `/readyz` shows whether it can serve, with the reasons if not. Neither is logged. */
export const health: FastifyPluginAsync<HealthOptions> = async (app, { upstream, reasons }) => {
  let answer: Promise<string | null> | null = null
  let requestedAt = 0

  function backendTrouble(): Promise<string | null> {
    if (!answer || Date.now() - requestedAt > freshMs) {
      requestedAt = Date.now()
      answer = upstream.call({ method: 'GET', path: readyPath, headers: {}, timeoutMs: answerWithinMs }).then(
        ({ statusCode, body }) => (statusCode >= 500 ? `the backend answered ${statusCode}${detailOf(body)}` : null),
        (error: { code?: string }) => `the backend cannot be reached (${error.code})`
      )
    }
    return answer
  }

  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    const troubles = [...reasons.map(reason => reason()), await backendTrouble()].filter(trouble => trouble !== null)
    const ready = troubles.length === 0
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(ready ? { status: 'ready' } : { status: 'not ready', reasons: troubles })
  })
}

function detailOf(body: Buffer): string {
  try {
    const { detail } = JSON.parse(body.toString('utf8')) as { detail?: unknown }
    return typeof detail === 'string' ? `: ${detail.slice(0, 200)}` : ''
  } catch {
    return ''
  }
}

import type { FastifyPluginAsync } from 'fastify'
import type { UpstreamClient } from './upstream.ts'

export interface HealthOptions {
  upstream: UpstreamClient
  /** Each says why the gateway is not ready, or null. */
  reasons: (() => string | null)[]
}

const askMs = 2_000
/** Answers to probes are shared this long, so that many probes are one question to the backend. */
const freshMs = 1_000

/** Our backend asks its database here. A foreign one may not know it: any answer below 500 will do. */
const readyPath = '/ready'

/** `/healthz`: the process is alive. `/readyz`: it can serve, or why not. Neither is logged. */
export const health: FastifyPluginAsync<HealthOptions> = async (app, { upstream, reasons }) => {
  let asked: Promise<string | null> | null = null
  let askedAt = 0

  function backendTrouble(): Promise<string | null> {
    if (!asked || Date.now() - askedAt > freshMs) {
      askedAt = Date.now()
      asked = upstream.call({ method: 'GET', path: readyPath, headers: {}, timeoutMs: askMs }).then(
        ({ statusCode, body }) => (statusCode >= 500 ? `the backend answers ${statusCode}${detailOf(body)}` : null),
        (error: { code?: string }) => `the backend is not reached (${error.code})`
      )
    }
    return asked
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

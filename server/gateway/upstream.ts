import type { IncomingHttpHeaders } from 'node:http'
import { Agent } from 'undici'
import type { Deadlines, Upstream } from './config.ts'
import { Exchange, type ExchangeKind } from './exchange.ts'
import { upstreamFailure } from './failures.ts'
import { headersForClient, type OutgoingHeaders } from './upstream-headers.ts'

/** Maximum size of the response to one of the gateway's own calls. */
const ownAnswerLimitBytes = 256 * 1024
const callConnections = 64
const streamConnections = 1024

export interface OwnCall {
  method: 'GET' | 'POST'
  path: string
  headers: OutgoingHeaders
  body?: string | Buffer
  timeoutMs: number
}

export interface OwnAnswer {
  statusCode: number
  headers: IncomingHttpHeaders
  body: Buffer
}

export type UpstreamClient = ReturnType<typeof openUpstream>

/** Opens the connections to the backend: one pool for calls and one for long-lived streams. */
// Long: the parts of one connection.
export function openUpstream({ url, socketPath, ca }: Upstream, deadlines: Deadlines) {
  const { origin, pathname } = new URL(url)
  const basePath = pathname.replace(/\/+$/, '')
  const pool = (connections: number) =>
    new Agent({
      connections,
      pipelining: 1,
      connect: { timeout: deadlines.connect, ...(ca ? { ca } : {}), ...(socketPath ? { socketPath } : {}), rejectUnauthorized: true },
      headersTimeout: 0, // `Exchange` enforces the deadlines
      bodyTimeout: 0,
      keepAliveTimeout: 4_000
    })
  const calls = pool(callConnections)
  const streams = pool(streamConnections)

  const clean = (headers: IncomingHttpHeaders) => headersForClient(headers, origin, basePath, false)
  const cleanStream = (headers: IncomingHttpHeaders) => headersForClient(headers, origin, basePath, true)
  const ofCalls = { kind: 'call', deadlines, dispatcher: calls, cleanHeaders: clean } as const
  const ofDownloads = { kind: 'download', deadlines, dispatcher: streams, cleanHeaders: cleanStream } as const
  const ofUploads = { kind: 'upload', deadlines, dispatcher: streams, cleanHeaders: cleanStream } as const
  const options = { call: ofCalls, download: ofDownloads, upload: ofUploads }

  return {
    origin,
    basePath,

    exchange(kind: ExchangeKind): Exchange {
      return new Exchange(options[kind])
    },

    /**
     * Makes one of the gateway's own calls, which no client requested.
     * @throws the error that `upstreamFailure` returns
     */
    async call({ method, path, headers, body, timeoutMs }: OwnCall): Promise<OwnAnswer> {
      try {
        const answer = await calls.request({
          origin,
          path: basePath + path,
          method,
          headers: { accept: 'application/json', ...headers, 'accept-encoding': 'identity' },
          body: body ?? null,
          signal: AbortSignal.timeout(timeoutMs)
        })
        const chunks: Buffer[] = []
        let length = 0
        for await (const chunk of answer.body as AsyncIterable<Buffer>) {
          length += chunk.length
          if (length > ownAnswerLimitBytes) throw new Error('the response is too large')
          chunks.push(chunk)
        }
        return { statusCode: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) }
      } catch (error) {
        const timedOut = (error as Error).name === 'TimeoutError'
        throw upstreamFailure(timedOut ? Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' }) : error)
      }
    },

    /** Returns the number of calls waiting for a free connection. */
    queued(): number {
      const pools = [...Object.values(calls.stats), ...Object.values(streams.stats)]
      return pools.reduce((sum, stats) => sum + ('queued' in stats ? stats.queued : 0), 0)
    },

    async close(): Promise<void> {
      await Promise.all([calls.destroy(), streams.destroy()])
    }
  }
}

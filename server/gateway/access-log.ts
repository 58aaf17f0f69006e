import { type FastifyRequest, LogController } from 'fastify'
import fp from 'fastify-plugin'

const pathLimit = 256
/** Paths that monitoring systems request every few seconds. */
const unlogged = new Set(['/healthz', '/readyz', '/metrics'])

/** Controller for Fastify's own log lines. User input is omitted, and so are the request lines that `accessLog` writes instead. */
export class FastifyLines extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'requestId' })
  }

  override incomingRequest(): void {}

  override requestCompleted(): void {}

  override streamError(error: Error & { code?: string }, request: FastifyRequest): void {
    request.log.info({ code: error.code }, 'the response was cut off')
  }
}

/** Writes one log line with address and outcome when a request ends. Headers and query values are left out. */
export const accessLog = fp(
  async app => {
    app.whenOver((request, reply, status) => {
      const { method, url = '' } = request.raw
      const queryAt = url.indexOf('?')
      const path = queryAt < 0 ? url : url.slice(0, queryAt)
      if (unlogged.has(path)) return
      request.log.info(
        {
          method,
          path: path.slice(0, pathLimit),
          ...(queryAt >= 0 && { query: queryNames(url.slice(queryAt)) }),
          route: request.routeOptions.url,
          status,
          ms: Math.round(reply.elapsedTime * 10) / 10,
          ip: request.ip
        },
        'request'
      )
    })
  },
  { name: 'access-log', dependencies: ['completion'] }
)

function queryNames(query: string): string[] {
  return [...new URLSearchParams(query).keys()].slice(0, 20).map(name => name.slice(0, 40))
}

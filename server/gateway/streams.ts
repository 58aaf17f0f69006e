import type { FastifyInstance, FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import type { Exchange } from './exchange.ts'

/** Creates a registry of open uploads, downloads and event streams. An exchange leaves it when its connection closes. */
export function openStreams() {
  const open = new Set<Exchange>()
  return {
    add(exchange: Exchange, reply: FastifyReply): void {
      open.add(exchange)
      reply.raw.once('close', () => open.delete(exchange))
    },
    count: () => open.size,
    /** Ends event streams, which would otherwise never end. The clients of the streams reconnect elsewhere. */
    endEventStreams(): void {
      for (const exchange of open) if (exchange.isEventStream) exchange.finishStream(': the server is shutting down\n\n')
    }
  }
}

export type OpenStreams = ReturnType<typeof openStreams>

declare module 'fastify' {
  interface FastifyInstance {
    drain: { begun: boolean; delayMs: number }
  }
}

export interface DrainOptions {
  streams: OpenStreams
  delayMs: number
  /** Time in milliseconds after which requests in flight are aborted. */
  closeWithinMs: number
}

/** Drains the gateway on closing. New connections are refused, event streams end, and other requests get time to finish. */
export const drain = fp<DrainOptions>(
  async (app, { streams, delayMs, closeWithinMs }) => {
    app.decorate('drain', { begun: false, delayMs })
    let hardStop: NodeJS.Timeout | undefined
    let closing = false
    app.addHook('onSend', async (_request, reply) => {
      if (app.drain.begun) reply.header('connection', 'close')
    })
    app.whenOver(() => {
      // A response that had already begun did not announce the close, so its connection would stay open for another request.
      if (closing) setImmediate(() => app.server.closeIdleConnections())
    })
    app.addHook('preClose', async () => {
      app.drain.begun = true
      closing = true
      streams.endEventStreams()
      hardStop = setTimeout(() => app.server.closeAllConnections(), closeWithinMs)
    })
    app.addHook('onClose', async () => clearTimeout(hardStop))
  },
  { name: 'drain', dependencies: ['completion'] }
)

/** Makes `/readyz` answer 503, waits until load balancers have noticed, then closes the gateway. */
export async function closeGateway(app: FastifyInstance): Promise<void> {
  app.drain.begun = true
  await new Promise(resolve => setTimeout(resolve, app.drain.delayMs))
  await app.close()
}

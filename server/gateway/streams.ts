import type { FastifyInstance, FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import type { Exchange } from './exchange.ts'

/** The uploads, downloads and event streams that are under way. */
export function openStreams() {
  const open = new Set<Exchange>()
  return {
    add(exchange: Exchange, reply: FastifyReply): void {
      open.add(exchange)
      reply.raw.once('close', () => open.delete(exchange))
    },
    count: () => open.size,
    /** Event streams never end by themselves: their clients are told to come back elsewhere. */
    endEventStreams(): void {
      for (const exchange of open) if (exchange.isEventStream) exchange.finishStream(': the server is closing\n\n')
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
  /** What is still in flight after this is cut. */
  closeWithinMs: number
}

/** Closing: no new connections, event streams ended, the rest may finish within its time. */
export const drain = fp<DrainOptions>(
  async (app, { streams, delayMs, closeWithinMs }) => {
    app.decorate('drain', { begun: false, delayMs })
    let hardStop: NodeJS.Timeout | undefined
    let closing = false
    app.addHook('onSend', async (_request, reply) => {
      if (app.drain.begun) reply.header('connection', 'close')
    })
    app.whenOver(() => {
      // An answer that had begun before did not say so, and its connection would be kept for another request.
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

/** Turns readiness to 503, waits for load balancers to notice, then closes. */
export async function closeGateway(app: FastifyInstance): Promise<void> {
  app.drain.begun = true
  await new Promise(resolve => setTimeout(resolve, app.drain.delayMs))
  await app.close()
}

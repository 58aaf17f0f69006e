import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { ClientGone } from './failures.ts'

/** Status that is logged and counted when the client left before its answer was complete. */
export const clientGoneStatus = 499

export type WhenOver = (request: FastifyRequest, reply: FastifyReply, status: number) => void

declare module 'fastify' {
  interface FastifyRequest {
    /** The last byte of the answer was handed to the connection. */
    answered: boolean
  }
  interface FastifyInstance {
    /** Adds what is done when a request is over, answered or not; Fastify's `onResponse` leaves out those whose client left. */
    whenOver(listener: WhenOver): void
  }
}

/** Notices the end of each request. A call to the backend that nobody waits for any more is given up. */
export const completion = fp(
  async app => {
    const listeners: WhenOver[] = []
    app.decorate('whenOver', (listener: WhenOver) => {
      listeners.push(listener)
    })
    app.decorateRequest('answered', false)
    app.addHook('onResponse', (request, _reply, done) => {
      request.answered = true
      done()
    })
    app.addHook('onRequest', (request, reply, done) => {
      reply.raw.once('close', () => {
        const { answered } = request
        if (!answered) request.exchange?.abort(new ClientGone())
        for (const listener of listeners) listener(request, reply, answered ? reply.statusCode : clientGoneStatus)
      })
      done()
    })
  },
  { name: 'completion' }
)

import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { ClientGone } from './failures.ts'

/** Status in logs and metrics of a request whose client disconnected before the response was complete. */
export const clientGoneStatus = 499

export type WhenOver = (request: FastifyRequest, reply: FastifyReply, status: number) => void

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the last byte of the response was written to the connection. */
    answered: boolean
  }
  interface FastifyInstance {
    /** Adds a hook for the end of a request, answered or not. Fastify's `onResponse` does not run after the client disconnects. */
    whenOver(listener: WhenOver): void
  }
}

/** Detects the end of each request. A call to the backend is aborted once its client has disconnected. */
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

import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { ClientGone } from './failures.ts'

/** Status for logs and metrics when the client disconnects before the response is complete. */
export const clientGoneStatus = 499

export type WhenOver = (request: FastifyRequest, reply: FastifyReply, status: number) => void

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the response was written completely to the connection. */
    answered: boolean
  }
  interface FastifyInstance {
    /** Adds a hook for the end of a request, answered or not. Fastify's `onResponse` does not run if the client disconnects. */
    whenOver(listener: WhenOver): void
  }
}

/** Detects the end of each request. If the client has disconnected, the call to the backend is aborted. */
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

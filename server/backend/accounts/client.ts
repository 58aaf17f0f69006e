import type { FastifyRequest } from 'fastify'
import type { Client } from './sessions.ts'

/** Where a request comes from: the gateway tells the person's address, whatever the person claims. */
export function clientOf(request: FastifyRequest): Client {
  return { userAgent: request.headers['user-agent']?.slice(0, 400) ?? null, address: request.ip ?? 'local' }
}

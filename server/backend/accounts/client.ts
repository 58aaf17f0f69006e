import type { FastifyRequest } from 'fastify'
import { deviceHeader } from '../../lib/gateway-facts.ts'
import type { Client } from './sessions.ts'

/** Where a request comes from: the gateway tells the person's address, whatever the person claims. */
export function clientOf(request: FastifyRequest): Client {
  return { userAgent: request.headers['user-agent']?.slice(0, 400) ?? null, address: request.ip ?? 'local' }
}

/** The id of the device when the gateway knows the one who signs in on it, else null. */
export function knownDeviceOf(request: FastifyRequest): string | null {
  const device = request.headers[deviceHeader]
  return typeof device === 'string' ? device : null
}

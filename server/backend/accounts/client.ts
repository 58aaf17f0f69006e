import type { FastifyRequest } from 'fastify'
import { deviceHeader } from '../../lib/gateway-facts.ts'
import type { Client } from './sessions.ts'

/** Client that sent a request. The gateway sets its address and ignores any address that the client claims. */
export function clientOf(request: FastifyRequest): Client {
  return { userAgent: request.headers['user-agent']?.slice(0, 400) ?? null, address: request.ip ?? 'local' }
}

/** Id of the device if the account has signed in on it before; null otherwise. */
export function knownDeviceOf(request: FastifyRequest): string | null {
  const device = request.headers[deviceHeader]
  return typeof device === 'string' ? device : null
}

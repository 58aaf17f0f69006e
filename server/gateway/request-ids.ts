import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { newId } from '../lib/ids.ts'

const acceptable = /^[A-Za-z0-9._-]{8,64}$/
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const traceContext = /^[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** Creates the id of a request, or adopts the id that a trusted proxy sent. */
export function requestIds(isTrusted: (address: string | undefined) => boolean) {
  return (raw: IncomingMessage): string => {
    const sent = raw.headers['x-request-id']
    if (typeof sent === 'string' && acceptable.test(sent) && isTrusted(raw.socket.remoteAddress)) return sent
    return newId()
  }
}

/**
 * Creates the W3C trace context of a request, or adopts the context that a trusted proxy sent. A new context is derived from the request id, so
 * that traces and logs share an id.
 */
export function traceContexts(isTrusted: (address: string | undefined) => boolean) {
  return ({ id, raw }: FastifyRequest): string => {
    const sent = raw.headers.traceparent
    if (typeof sent === 'string' && traceContext.test(sent) && isTrusted(raw.socket.remoteAddress)) return sent
    const hex = (uuid.test(id) ? id : newId()).replaceAll('-', '')
    return `00-${hex}-${hex.slice(16)}-00`
  }
}

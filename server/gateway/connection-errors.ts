import type { Socket } from 'node:net'
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { newId } from '../lib/ids.ts'
import { problem, problemHandler } from '../lib/problems.ts'
import type { SecurityHeaders } from './security-headers.ts'

/** Answers input that is not a valid request, and closes the connection, because the start of the next request is unknown. */
export function connectionErrors(headers: SecurityHeaders) {
  return (error: ConnectionError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
      socket.destroy()
      return
    }
    const [status, reason, code, detail] = answers[error.code] ?? malformed
    const requestId = newId()
    const body = JSON.stringify(problem({ status, code, detail, requestId }))
    const all = {
      ...headers.ofData,
      'x-request-id': requestId,
      'cache-control': 'no-store',
      'content-type': 'application/problem+json',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close'
    }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
    socket.end(`HTTP/1.1 ${status} ${reason}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
  }
}

type Answer = [status: number, reason: string, code: string, detail: string]

const malformed: Answer = [400, 'Bad Request', 'MALFORMED_REQUEST', 'The request is not valid HTTP']
const answers: Record<string, Answer> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'REQUEST_TOO_SLOW', 'The request took too long to arrive'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'HEADERS_TOO_LARGE', 'The headers of the request are too large']
}

/** Error handler for malformed addresses. It sets the security headers, because no hook has run yet. */
export function addressErrors(headers: SecurityHeaders) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(headers.ofPages).header('x-request-id', request.id)
    problemHandler(error, request, reply)
  }
}

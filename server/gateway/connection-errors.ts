import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { CodedProblem } from '../../shared/error-codes/coded-problem.ts'
import { gatewayCodes } from '../../shared/error-codes/gateway.ts'
import { newId } from '../lib/ids.ts'
import { problem, problemHandler } from '../lib/problems.ts'
import type { SecurityHeaders } from './security-headers.ts'

/** Answers input that is not a valid request. The connection is then closed, because the start of the next request is unknown. */
export function connectionErrors(headers: SecurityHeaders) {
  return (error: ConnectionError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
      socket.destroy()
      return
    }
    const { status, code, sentence: detail } = answers[error.code] ?? gatewayCodes.MALFORMED_REQUEST
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
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
  }
}

/** Problems by Node's error code. */
const answers: Record<string, CodedProblem> = {
  ERR_HTTP_REQUEST_TIMEOUT: gatewayCodes.REQUEST_TOO_SLOW,
  HPE_HEADER_OVERFLOW: gatewayCodes.HEADERS_TOO_LARGE
}

/** Error handler for malformed addresses. The handler sets the security headers, because no hook has run yet. */
export function addressErrors(headers: SecurityHeaders) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(headers.ofPages).header('x-request-id', request.id)
    problemHandler(error, request, reply)
  }
}

import { STATUS_CODES } from 'node:http'
import { format } from 'node:util'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { FieldError, Problem } from '../../shared/contracts/common.ts'
import { everyCallCodes } from '../../shared/error-codes/every-call.ts'

export interface ProblemFields {
  status: number
  code: string
  detail: string
  requestId: string
  errors?: FieldError[]
}

/** Builds an RFC 9457 problem. `type` is always `about:blank`, because clients distinguish problems by `code`. */
export function problem({ status, code, detail, requestId, errors }: ProblemFields): Problem {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail, code, requestId, ...(errors && { errors }) }
}

/** Converts an error to a response, and is the only code that does so. Unexpected errors are logged, and their messages are never sent. */
export function problemHandler(
  error: FastifyError & { errors?: FieldError[]; retryAfterSeconds?: number },
  request: FastifyRequest,
  reply: FastifyReply
) {
  const status = error.statusCode && error.statusCode >= 400 && error.statusCode < 600 ? error.statusCode : 500
  const foreseen = status !== 500
  if (!foreseen) request.log.error({ err: error }, 'unforeseen error')
  if (error.retryAfterSeconds) reply.header('retry-after', error.retryAfterSeconds)
  const code = foreseen ? error.code.replace(/^FST_ERR_/, '') : 'INTERNAL'
  const detail = foreseen ? error.message : format(everyCallCodes.INTERNAL.sentence, request.id)
  return sendProblem(reply, problem({ status, code, detail, requestId: request.id, ...(error.errors && { errors: error.errors }) }))
}

export function sendProblem(reply: FastifyReply, body: Problem) {
  return reply.code(body.status).header('cache-control', 'no-store').type('application/problem+json').serializer(JSON.stringify).send(body)
}

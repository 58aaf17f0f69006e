import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { NumberTooLarge } from '../lib/errors.ts'
import { problemHandler } from '../lib/problems.ts'
import { asStorageError } from './storage/durable-files.ts'

/** PostgreSQL error `numeric_value_out_of_range`. Integers in PostgreSQL have 32 bits, but those in a contract have 53. */
const outOfRange = '22003'
/** PostgreSQL error `invalid_text_representation`. JavaScript formats integers from 10²¹ with an exponent, which PostgreSQL cannot parse. */
const unreadable = '22P02'

const isTooLarge = ({ code, message }: FastifyError) =>
  code === outOfRange || (code === unreadable && /integer|bigint/.test(message) && /"-?[\d.]+e\+\d+"$/.test(message))

/**
 * Sends errors as problem documents. A number that the database refuses is reported as a fault of the request. A full disk always yields the
 * same message, and the log keeps the original error.
 */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (isTooLarge(error)) return problemHandler(new NumberTooLarge(), request, reply)
  const answered = asStorageError(error) as FastifyError
  if (answered !== error) request.log.error({ err: error }, 'the disk is full')
  return problemHandler(answered, request, reply)
}

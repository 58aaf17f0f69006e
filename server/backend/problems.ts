import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { NumberTooLarge } from '../lib/errors.ts'
import { problemHandler } from '../lib/problems.ts'
import { asStorageError } from './storage/durable-files.ts'

/** PostgreSQL's `numeric_value_out_of_range`: its integers have 32 bits, those of a contract have 53. */
const outOfRange = '22003'
/** Its `invalid_text_representation`: JavaScript writes integers from 10²¹ on with an exponent, which PostgreSQL does not read. */
const unreadable = '22P02'

const isTooLarge = ({ code, message }: FastifyError) =>
  code === outOfRange || (code === unreadable && /integer|bigint/.test(message) && /"-?[\d.]+e\+\d+"$/.test(message))

/**
 * Answers errors as problems. A number that the database refuses is the caller's. A full disk has a sentence of its own wherever it
 * shows; the log keeps what it was that did not fit.
 */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (isTooLarge(error)) return problemHandler(new NumberTooLarge(), request, reply)
  const told = asStorageError(error) as FastifyError
  if (told !== error) request.log.error({ err: error }, 'no room is left on the disk')
  return problemHandler(told, request, reply)
}

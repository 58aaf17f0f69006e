import createError from '@fastify/error'
import type { FastifyReply } from 'fastify'

const ClientGone = createError('CLIENT_GONE', 'The client went away before it had its answer', 499)

/**
 * Aborted when the client goes away before it has its answer. The signal of the request itself is aborted as soon as a body was read.
 */
export function clientGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  const look = () => {
    if (!raw.writableFinished) gone.abort(new ClientGone())
  }
  if (raw.closed) look()
  else raw.once('close', look)
  return gone.signal
}

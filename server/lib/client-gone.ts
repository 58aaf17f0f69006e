import type { FastifyReply } from 'fastify'
import { everyCallCodes } from '../../shared/error-codes/every-call.ts'
import { codedError } from './coded-error.ts'

const ClientGone = codedError(everyCallCodes.CLIENT_GONE)

/**
 * Returns a signal that is aborted when the client disconnects before its response is complete. The request's own signal is unsuitable,
 * because it is aborted as soon as a body has been read.
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

import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { onSendAsyncHookHandler } from 'fastify'

const compress = promisify(gzip)
/** Size below which responses are not compressed. */
const worthwhileBytes = 32_768

/** Compresses large responses for clients that accept gzip, e.g. over a ship's link. It is an `onSend` hook. */
export const gzipAnswer: onSendAsyncHookHandler = async (request, reply, payload) => {
  if (!(typeof payload === 'string' || Buffer.isBuffer(payload)) || payload.length < worthwhileBytes) return payload
  reply.header('vary', 'accept-encoding')
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return payload
  reply.header('content-encoding', 'gzip').removeHeader('content-length')
  return compress(payload, { level: constants.Z_BEST_SPEED })
}

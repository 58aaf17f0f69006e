import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { onSendAsyncHookHandler } from 'fastify'

const compress = promisify(gzip)
/** Minimum size of a response that is worth compressing. */
const worthwhileBytes = 32_768

/** `onSend` hook that compresses large responses for clients that accept gzip, for example over a ship's satellite link. */
export const gzipAnswer: onSendAsyncHookHandler = async (request, reply, payload) => {
  if (!(typeof payload === 'string' || Buffer.isBuffer(payload)) || payload.length < worthwhileBytes) return payload
  reply.header('vary', 'accept-encoding')
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return payload
  reply.header('content-encoding', 'gzip').removeHeader('content-length')
  return compress(payload, { level: constants.Z_BEST_SPEED })
}

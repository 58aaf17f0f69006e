import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Time in which the rest of a refused body must arrive, in milliseconds. */
const longestDrainMs = 10_000

/**
 * Delivers refusals to clients that are still sending. The response would be lost if the connection were closed at once, or if the rest were
 * not read. The rest is therefore read and dropped. The connection is closed only when that takes too long.
 */
export function hearRefusals(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (reply.statusCode >= 400 && !isCutOff(reply) && isArriving(request)) {
      reply.removeHeader('connection')
      dropRest(request)
    }
    done()
  })
}

/** Whether the connection is closed at once. The rest of a body is not awaited from a client that is too slow or sent many refused bodies. */
function isCutOff(reply: FastifyReply): boolean {
  return (reply.statusCode === 408 || reply.statusCode === 429) && reply.getHeader('connection') === 'close'
}

function isArriving({ raw }: FastifyRequest): boolean {
  const hasBody = raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length']) > 0
  return hasBody && !raw.complete && !raw.readableEnded
}

function dropRest({ raw }: FastifyRequest): void {
  const timer = setTimeout(() => raw.destroy(), longestDrainMs).unref()
  for (const event of ['end', 'close']) raw.once(event, () => clearTimeout(timer))
  raw.unpipe()
  raw.resume()
}

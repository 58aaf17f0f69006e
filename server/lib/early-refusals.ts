import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Time limit in milliseconds for the rest of a refused body to arrive. */
const longestDrainMs = 10_000

/**
 * Delivers refusals to clients that are still sending. The response could be lost if the connection were closed immediately or the rest of the
 * body were left unread. The rest is therefore read and discarded. The connection is closed only if reading the rest takes too long.
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

/** Whether the connection is closed immediately, as for clients that are too slow or have sent many refused bodies. */
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

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** How long the rest of a refused body may take to arrive, in milliseconds. */
const longestDrainMs = 10_000

/**
 * Whoever is refused while still sending hears the answer: a connection that is closed at once, or whose rest nobody reads, would take the
 * answer with it. Here the rest is read and dropped, and the connection ends only when that takes too long.
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

/** Who is too slow, or sent refused bodies again and again, is not waited for. */
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

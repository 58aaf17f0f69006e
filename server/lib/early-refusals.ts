import type { FastifyInstance, FastifyRequest } from 'fastify'

/** How long the rest of a refused body may take to arrive, in milliseconds. */
const longestDrainMs = 10_000

/**
 * Whoever is refused while still sending hears the answer: a connection that is closed at once, or whose rest nobody reads, would take the
 * answer with it. Here the rest is read and dropped, and the connection ends only when that takes too long.
 */
export function hearRefusals(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    const tooSlow = reply.statusCode === 408
    if (reply.statusCode >= 400 && !tooSlow && isArriving(request)) {
      reply.removeHeader('connection')
      dropRest(request)
    }
    done()
  })
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

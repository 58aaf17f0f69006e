import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Reads a whole unparsed request body into a dedicated buffer, which can be transferred to a worker thread. If the body is too large,
 * reading stops and the connection is closed.
 * @throws the error made by `tooLarge`
 */
export async function readBody(
  request: FastifyRequest,
  reply: FastifyReply,
  mostBytes: number,
  tooLarge: () => Error
): Promise<Buffer<ArrayBuffer>> {
  const giveUp = () => {
    reply.header('connection', 'close')
    return tooLarge()
  }
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw giveUp()
  const pieces: Buffer[] = []
  let sizeBytes = 0
  for await (const piece of request.raw.iterator({ destroyOnReturn: false })) {
    sizeBytes += (piece as Buffer).length
    if (sizeBytes > mostBytes) throw giveUp()
    pieces.push(piece as Buffer)
  }
  const whole = Buffer.allocUnsafeSlow(sizeBytes)
  let at = 0
  for (const piece of pieces) at += piece.copy(whole, at)
  return whole
}

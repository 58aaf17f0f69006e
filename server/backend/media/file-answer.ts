import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Sets the headers that all responses with a picture share. They stop the browser from sniffing the media type and from running the file. The picture
 * may be cached privately, and permanently if the content at its address never changes.
 * @returns whether the browser already has this content
 */
export function prepare(request: FastifyRequest, reply: FastifyReply, tag: string, { isImmutable = true } = {}): boolean {
  reply
    .header('etag', `"${tag}"`)
    .header('cache-control', isImmutable ? 'private, max-age=31536000, immutable' : 'private, no-cache')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cross-origin-resource-policy', 'same-origin')
  const known = request.headers['if-none-match'] ?? ''
  return known === '*' || known.split(',').some(one => one.trim().replace(/^W\//, '') === `"${tag}"`)
}

/** Content of a response. For a HEAD request it is empty, so that the file is not opened: Fastify would read it to its end. */
export function contentFor({ method }: FastifyRequest, open: () => Readable | Promise<Readable>): Readable | Promise<Readable> {
  return method === 'HEAD' ? Readable.from([]) : open()
}

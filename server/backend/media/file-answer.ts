import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Sets what every answer with a picture has: never guessed at by the browser, never run, kept by the browser of the one person who may see
 * it, for good when its address will always mean the same content.
 * @returns true when the browser has this very content already
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

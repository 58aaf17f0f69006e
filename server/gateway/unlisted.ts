import httpProxy from '@fastify/http-proxy'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { uploadLimitBytes } from '../../shared/limits.ts'
import { beginExchange, exchangeDispatcher, type Forwarding, forwardingHooks } from './forward.ts'
import { limitUpload } from './uploads.ts'

/**
 * Forwards paths without a contract to the backend, without validation (`PROXY_UNLISTED=true`). The backend decides whether a path requires a
 * session.
 */
export const unlisted: FastifyPluginAsync<{ forwarding: Forwarding }> = async (app, { forwarding }) => {
  const { origin, basePath } = forwarding.upstream
  app.removeAllContentTypeParsers()
  app.addHook('preParsing', limitUpload(uploadLimitBytes))
  await app.register(httpProxy, {
    upstream: origin,
    rewritePrefix: `${basePath}/api`,
    undici: exchangeDispatcher as never,
    disableRequestLogging: true,
    retryMethods: [],
    httpMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    internalRewriteLocationHeader: false, // `headersForClient` has already done this
    config: { isPublic: true },
    preHandler(request: FastifyRequest, reply: FastifyReply, done: () => void) {
      beginExchange('upload', forwarding, request, reply)
      done()
    },
    replyOptions: forwardingHooks(forwarding)
  })
}

import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { authApi } from '../../shared/contracts/auth.ts'
import type { Contract } from '../../shared/contracts/contract.ts'
import { serverApi } from '../../shared/contracts/server.ts'
import type { GatewayConfig } from './config.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the request comes directly from this machine; false except on the two calls that create the first account. */
    isStraight: boolean
  }
}

const loopbackPeer = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/i
const loopbackHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i
/** Headers that reverse proxies add by default. Some servers treat `_` like `-`. */
const ofProxies = /^(forwarded|via|x[-_]real[-_]ip|x[-_]forwarded[-_].*)$/i

export type StraightConfig = Pick<GatewayConfig, 'embedded' | 'publicUrl' | 'trustedProxies'>

/** Marks requests that come directly from this machine, for the two calls that create the first account. */
export const straight = fp<{ config: StraightConfig }>(
  async (app, { config }) => {
    app.decorateRequest('isStraight', false)
    if (!mayBeStraight(config)) return
    const judged = new Set<Contract>([authApi.register, serverApi.capabilities])
    app.addHook('onRequest', (request, _reply, done) => {
      if (judged.has(request.routeOptions.config.contract as Contract)) request.isStraight = comesStraight(request)
      done()
    })
  },
  { name: 'straight' }
)

/**
 * Whether direct requests are possible. With a public address or a trusted proxy, users connect from elsewhere. A remote backend has no reason
 * to trust this gateway.
 */
export function mayBeStraight({ embedded, publicUrl, trustedProxies }: StraightConfig): boolean {
  return embedded && publicUrl === null && trustedProxies.length === 0
}

/** Whether a request comes directly from a program on this machine. By default, nginx uses HTTP/1.0 towards its upstream; no browser does. */
function comesStraight({ raw }: FastifyRequest): boolean {
  return (
    loopbackPeer.test(raw.socket.remoteAddress ?? '') &&
    raw.httpVersion !== '1.0' &&
    loopbackHost.test(raw.headers.host ?? '') &&
    !namesProxy(raw.headers)
  )
}

function namesProxy(headers: IncomingHttpHeaders): boolean {
  for (const name in headers) if (ofProxies.test(name)) return true
  return false
}

import type { FastifyReplyFromHooks } from '@fastify/reply-from'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Dispatcher } from 'undici'
import { AsciiResponse } from './ascii-response.ts'
import type { AnswerCallback, Exchange, ExchangeKind } from './exchange.ts'
import { upstreamFailure } from './failures.ts'
import type { SessionRefresh } from './session/refresh.ts'
import { renewAfterRefusal } from './session/session.ts'
import type { OpenStreams } from './streams.ts'
import { closeAfter, isArriving } from './uploads.ts'
import type { UpstreamClient } from './upstream.ts'
import { fromGateway, type OutgoingHeaders } from './upstream-headers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Call to the backend; null on routes that make none. */
    exchange: Exchange | null
    /** W3C trace context for the backend. */
    traceparent: string
  }
}

/** Symbol key under which the headers carry the exchange. reply-from copies symbol keys to the dispatcher. */
const exchangeKey = Symbol('exchange')

type HeadersWithExchange = OutgoingHeaders & { [exchangeKey]?: Exchange }

/** Dispatcher for reply-from that uses the exchange of the request. */
export const exchangeDispatcher = {
  request(options: Dispatcher.DispatchOptions, callback: AnswerCallback): void {
    const exchange = (options.headers as HeadersWithExchange)[exchangeKey]!
    exchange.begin(options, callback)
  }
}

export interface Forwarding {
  upstream: UpstreamClient
  /** Session renewal; null with `SESSION_MODE=bearer`. */
  refresh: SessionRefresh | null
  streams: OpenStreams
  /** Reports a failed call to the backend, with an error code from `failures.ts`. */
  onFailure(code: string): void
}

/**
 * Prepares the call to the backend. The deadline of the call counts from the arrival of the request. `completion` aborts the call when the client
 * disconnects.
 */
export function beginExchange(
  kind: ExchangeKind,
  { upstream, refresh, streams }: Forwarding,
  request: FastifyRequest,
  reply: FastifyReply
) {
  const exchange = upstream.exchange(kind)
  request.exchange = exchange
  exchange.spentMs = Math.floor(reply.elapsedTime / 100) * 100 // rounded, so that the timers of many calls share one list
  if (kind !== 'call') {
    exchange.awaitsBody = isArriving(request.body)
    streams.add(exchange, reply)
  }
  if (request.session && refresh) exchange.renew = () => renewAfterRefusal(request, refresh)
}

/** Returns the hooks for reply-from and http-proxy: headers, retries and failures. */
export function forwardingHooks({ onFailure }: Forwarding): FastifyReplyFromHooks {
  return {
    retryDelay: () => null, // by default, a GET is repeated up to ten times on 503
    rewriteRequestHeaders: forwardedHeaders,
    onResponse(request: FastifyRequest, reply: FastifyReply, { stream }: { stream: unknown }) {
      if (request.exchange?.isAscii && reply.raw instanceof AsciiResponse) reply.raw.isAscii = true
      reply.send(stream)
    },
    onError(reply: FastifyReply, { error }: { error: Error }) {
      const failure = upstreamFailure(error.cause ?? error)
      onFailure(failure.code)
      if (failure.code === 'BACKEND_UNTRUSTED')
        reply.server.auditEvent(reply.request, 'gateway.backend.untrusted', 'failed', String(failure.cause))
      if (!reply.request.raw.complete) closeAfter(reply)
      reply.send(failure)
    }
  } as unknown as FastifyReplyFromHooks // typed for any HTTP version
}

/** Returns the headers of a forwarded call. `prepared` contains the host, and the type and length of the body. */
function forwardedHeaders(request: FastifyRequest, prepared: OutgoingHeaders): OutgoingHeaders {
  const headers: HeadersWithExchange = fromGateway(request)
  headers.host = prepared.host
  headers['content-type'] = prepared['content-type']
  headers['content-length'] = prepared['content-length']
  if (request.bearer !== null) headers.authorization = `Bearer ${request.bearer}`
  headers[exchangeKey] = request.exchange!
  return headers
}

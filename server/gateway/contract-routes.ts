import replyFrom from '@fastify/reply-from'
import type { FastifyPluginAsync, RouteHandlerMethod, RouteOptions } from 'fastify'
import type { Contract } from '../../shared/contracts/contract.ts'
import { jsonBodyLimitBytes } from '../../shared/limits.ts'
import { readBodies } from './bodies.ts'
import type { ExchangeKind } from './exchange.ts'
import { beginExchange, exchangeDispatcher, type Forwarding, forwardingHooks } from './forward.ts'
import { limitUpload, passUploads } from './uploads.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    contract?: Contract
  }
}

export interface ContractRouteOptions {
  contracts: Contract[]
  forwarding: Forwarding
  requestBodyMs: number
  /** Handlers of the calls that the gateway answers itself. */
  handlers: Map<Contract, RouteHandlerMethod>
}

const bodyKinds = ['json', 'form', 'json-or-form', 'stream'] as const

/** Serves each contract as a route that validates and forwards calls. Paths without a contract never reach the backend. */
export const contractRoutes: FastifyPluginAsync<ContractRouteOptions> = async (app, { contracts, forwarding, requestBodyMs, handlers }) => {
  await app.register(replyFrom, {
    base: forwarding.upstream.origin,
    undici: exchangeDispatcher as never, // typed as an undici pool, but only `request` is used
    disableRequestLogging: true,
    retryMethods: []
  })

  for (const kind of bodyKinds) {
    app.register(async scope => {
      if (kind === 'stream') passUploads(scope)
      else readBodies(scope, kind, requestBodyMs)
      for (const contract of contracts) {
        if ((contract.body ?? 'json') === kind) scope.route(route(contract, handlers.get(contract) ?? forward(contract, forwarding)))
      }
    })
  }
}

function route(contract: Contract, handler: RouteHandlerMethod): RouteOptions {
  const { response: _answers, ...schema } = contract.schema // responses are streamed, and the backend determines their shape
  const bodyLimit = contract.bodyLimit ?? jsonBodyLimitBytes
  return {
    method: contract.method === 'GET' ? ['GET', 'HEAD'] : contract.method,
    exposeHeadRoute: false, // Fastify's own HEAD route would count the bytes of a missing body
    url: contract.url,
    schema,
    bodyLimit,
    config: { contract, isPublic: contract.auth === 'none' },
    handler,
    ...(contract.body === 'stream' && { preParsing: limitUpload(bodyLimit) })
  }
}

function forward(contract: Contract, forwarding: Forwarding): RouteHandlerMethod {
  const { basePath } = forwarding.upstream
  const kind = kindOf(contract)
  const hooks = forwardingHooks(forwarding)
  const sendsBody = contract.method !== 'GET' && contract.method !== 'HEAD' && contract.body !== 'stream'
  const checked = contract.schema.body !== undefined

  return (request, reply) => {
    beginExchange(kind, forwarding, request, reply)
    // A body is forwarded byte for byte, but only if the contract has a schema for it.
    const body = checked ? request.rawBody : null
    reply.from(basePath + pathOf(request.raw.url!), sendsBody ? { ...hooks, body, ...(body && { contentType: request.bodyType! }) } : hooks)
  }
}

/** Percent-encodes characters of an id that have a special meaning in a URL, so that every backend reads them literally. */
function pathOf(url: string): string {
  const queryAt = url.indexOf('?')
  return (queryAt < 0 ? url : url.slice(0, queryAt)).replace(/[^\w/%.-]/g, percentEncoded)
}

const percentEncoded = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

function kindOf({ body, answer }: Contract): ExchangeKind {
  if (body === 'stream') return 'upload'
  return answer === 'stream' ? 'download' : 'call'
}

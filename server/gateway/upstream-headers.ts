import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { deviceHeader, straightHeader } from '../lib/gateway-facts.ts'

/**
 * Allowlist of request headers for the backend. Response headers have a separate list. Both exclude hop-by-hop headers, cookies, credentials,
 * forwarding headers, and their lookalikes with an underscore.
 */
const towardsBackend = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'last-event-id',
  'prefer',
  'range',
  'user-agent'
])
const towardsClient = new Set([
  'accept-ranges',
  'allow',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-range',
  'content-type',
  'deprecation',
  'etag',
  'last-modified',
  'location',
  'retry-after',
  'sunset',
  'vary',
  'x-total-count'
])
const ofUploads = /^(tus|upload|isobath)-[a-z0-9-]+$/

const allowed = { towardsBackend: new Map<string, boolean>(), towardsClient: new Map<string, boolean>() }

function passes(name: string, direction: keyof typeof allowed): boolean {
  const seen = allowed[direction]
  let answer = seen.get(name)
  if (answer === undefined) {
    answer = (direction === 'towardsBackend' ? towardsBackend : towardsClient).has(name) || ofUploads.test(name)
    if (seen.size < 1_000) seen.set(name, answer)
  }
  return answer
}

/** Header values by name, in undici's format. */
export type OutgoingHeaders = Record<string, string | string[] | undefined>

/** Returns the headers for the backend: the client's allowed headers, plus address, request id and trace context. */
export function fromGateway(request: FastifyRequest): OutgoingHeaders {
  const sent = request.raw.headers
  const headers: OutgoingHeaders = {}
  for (const name in sent) if (passes(name, 'towardsBackend')) headers[name] = sent[name]
  headers['x-request-id'] = request.id
  headers['x-forwarded-for'] = request.ip
  headers['x-forwarded-proto'] = request.protocol
  headers['x-forwarded-host'] = request.host
  headers.traceparent = request.traceparent
  if (request.isStraight) headers[straightHeader] = 'yes'
  if (request.knownDevice) headers[deviceHeader] = request.knownDevice
  return headers
}

/**
 * Returns the headers of a backend response for the client. An absolute `Location` that points to the backend becomes a path. A `Location` on
 * another host is dropped.
 */
export function headersForClient(
  answered: IncomingHttpHeaders,
  backendOrigin: string,
  basePath: string,
  keepCaching: boolean
): OutgoingHeaders {
  const headers: OutgoingHeaders = {}
  for (const name in answered) if (passes(name, 'towardsClient')) headers[name] = writable(answered[name])
  headers['cache-control'] = keepCaching ? (cachingOf(answered) ?? 'no-store') : 'no-store'
  if (headers.location !== undefined) {
    const path = localPath(String(headers.location), backendOrigin, basePath)
    if (path === undefined) delete headers.location
    else headers.location = path
  }
  return headers
}

/** Converts a header value to a string that Node can write. undici decodes header bytes as UTF-8, but Node writes only Latin-1. */
function writable(value: string | string[] | undefined): string | undefined {
  const text = Array.isArray(value) ? value.join(', ') : value
  return text !== undefined && /[^\t\x20-\x7e\x80-\xff]/.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text
}

function cachingOf(answered: IncomingHttpHeaders): string | undefined {
  return answered['cache-control']?.replace(/\bpublic\b/g, 'private')
}

function localPath(location: string, backendOrigin: string, basePath: string): string | undefined {
  const base = `${backendOrigin}/`
  if (!URL.canParse(location, base)) return undefined
  const url = new URL(location, base)
  const absolute = /^[a-z][a-z0-9+.-]*:|^[/\\]{2}/i.test(location)
  if (absolute && url.host !== new URL(base).host) return undefined
  if (!absolute && !location.startsWith('/')) return location
  const path = url.pathname.startsWith(`${basePath}/`) ? url.pathname.slice(basePath.length) : url.pathname
  return path.startsWith('//') ? undefined : `${path}${url.search}${url.hash}`
}

import dns, { type LookupAddress, type LookupOptions } from 'node:dns'
import type { IncomingHttpHeaders } from 'node:http'
import { pipeline, type Readable, Transform } from 'node:stream'
import type { Agent, Dispatcher } from 'undici'
import { checkUrl, hostAndPort } from './allowed-url.ts'
import { FetchRefused, Offline, PrivateAddress, ResponseTooLarge } from './fetch-errors.ts'
import { hostTurns } from './host-turns.ts'
import { isPublicAddress } from './public-address.ts'
import { acceptedEncodings, readBody } from './read-body.ts'

export interface FetcherOptions {
  /** Whether to refuse every fetch. */
  isOffline: boolean
  /** Hosts trusted by the operator, as `host:port`. The port and IP address of such a host are not checked. Its requests follow without a pause. */
  allowedHosts: readonly string[]
  /** `User-Agent` header that identifies the server, such as `Isobath/0.2.0 (+https://lab.example)`. */
  userAgent: string
  /** DNS lookup, replaced in tests. */
  lookup?: typeof dns.lookup
}

export interface Wanted {
  accept: string
  /** Maximum response size in bytes, after decompression. */
  maxBytes: number
  /** Time limit in milliseconds for the whole fetch, including redirects. */
  withinMs?: number
  /** Extra headers, such as the headers of a conditional request. Extra headers are dropped on a redirect to another host. */
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Host in the operator's own network, as `host:port`. For this fetch, the host is trusted like `allowedHosts`. */
  trustedHost?: string
  /** Number of a lane for map tiles from a host. A lane sends one request at a time without a pause, and does not wait for other lanes. */
  lane?: number
}

/** Request that may change something at an external service. */
export interface Sent extends Pick<Wanted, 'accept' | 'maxBytes' | 'withinMs' | 'headers' | 'signal'> {
  method: 'GET' | 'POST' | 'DELETE'
  body?: string
}

export interface Fetched {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  /** Final URL after redirects. */
  url: string
}

/** Response that is read while it arrives. */
export interface Opened {
  status: number
  /** Size in bytes as stated by the server; null if it is not stated. */
  sizeBytes: number | null
  /** Fails with ResponseTooLarge after `maxBytes`. The caller reads it to its end, or destroys it. */
  body: Readable
}

export type Fetcher = ReturnType<typeof openFetcher>

const spacingMs = 250
const connectWithinMs = 5_000
const idleWithinMs = 30_000
const defaultWithinMs = 120_000
const mostRedirects = 5
const redirectStatuses = [301, 302, 303, 307, 308]

/**
 * Opens the HTTP client for all outgoing requests of the server. The client rejects private network addresses, oversized responses and slow
 * servers. It supports neither cookies nor scripts. Source of the rules: OWASP ASVS 5.0, V1.3.6 and V15.3.2.
 */
// Long: the steps of one request, in order.
export function openFetcher({ isOffline, allowedHosts, userAgent, lookup = dns.lookup }: FetcherOptions) {
  const allowed = new Set(allowedHosts)
  let opened: Promise<Client> | null = null
  const [outsideTurn, ourTurn] = [hostTurns(spacingMs), hostTurns(0)]
  const trustedWith = (host: string | undefined) => (host === undefined ? allowed : new Set([...allowed, host]))

  /** Sends one request without following redirects. Other requests to the host wait until `read` ends. */
  async function requestOnce<T>(
    url: URL,
    headers: Record<string, string>,
    { lane, trustedHost, method = 'GET', body: sent }: Pick<Wanted, 'lane' | 'trustedHost'> & Partial<Pick<Sent, 'method' | 'body'>>,
    signal: AbortSignal,
    read: (answer: Dispatcher.ResponseData) => Promise<T>
  ): Promise<T> {
    const isOurs = trustedWith(trustedHost).has(hostAndPort(url))
    const turn = lane === undefined && !isOurs ? outsideTurn : ourTurn
    return turn(lane === undefined ? url.host : `${url.host} ${lane}`, async () => {
      signal.throwIfAborted()
      opened ??= openClient(lookup)
      const { request, outside, ours } = await opened
      const answer = await request(url, {
        dispatcher: isOurs ? ours : outside,
        method,
        ...(sent !== undefined && { body: sent }),
        headers,
        headersTimeout: idleWithinMs,
        bodyTimeout: idleWithinMs,
        signal
      })
      return read(answer)
    })
  }

  const readWhole =
    (url: URL, maxBytes: number) =>
    async (answer: Dispatcher.ResponseData): Promise<Fetched> => {
      const body = await readBody(answer.body, encodingIn(answer.headers), maxBytes)
      return { status: answer.statusCode, headers: answer.headers, body, url: url.href }
    }

  /** Sends a request and follows its redirects, each of which is checked like the first URL. */
  async function followed<T extends { status: number; headers: IncomingHttpHeaders }>(
    address: string,
    wanted: Pick<Wanted, 'headers' | 'lane' | 'trustedHost'>,
    common: Record<string, string>,
    signal: AbortSignal,
    readerOf: (url: URL) => (answer: Dispatcher.ResponseData) => Promise<T>
  ): Promise<T> {
    const trusted = trustedWith(wanted.trustedHost)
    let url = checkUrl(address, trusted)
    let headers: Record<string, string> = { ...wanted.headers, ...common }
    for (let count = 0; ; count++) {
      const answer = await requestOnce(url, headers, wanted, signal, readerOf(url))
      const target = answer.headers.location
      if (!redirectStatuses.includes(answer.status) || typeof target !== 'string') return answer
      if (count === mostRedirects) throw new FetchRefused(`it redirects more than ${mostRedirects} times`)
      const next = checkUrl(URL.canParse(target, url.href) ? new URL(target, url).href : target, trusted)
      if (url.protocol === 'https:' && next.protocol === 'http:') throw new FetchRefused('it redirects from https to http')
      if (next.host !== url.host) headers = common
      url = next
    }
  }

  const signalOf = ({ withinMs = defaultWithinMs, signal }: Pick<Wanted, 'withinMs' | 'signal'>) =>
    signal ? AbortSignal.any([signal, AbortSignal.timeout(withinMs)]) : AbortSignal.timeout(withinMs)
  const commonHeaders = (accept: string) => ({ accept, 'accept-encoding': acceptedEncodings, 'user-agent': userAgent })

  return {
    /**
     * Fetches a URL with GET and returns the response, whatever its status.
     * @throws Offline
     * @throws FetchRefused for an unacceptable URL or response
     * @throws Error if the server is unreachable or too slow, or closes the connection early
     */
    async get(address: string, wanted: Wanted): Promise<Fetched> {
      if (isOffline) throw new Offline()
      return followed(address, wanted, commonHeaders(wanted.accept), signalOf(wanted), url => readWhole(url, wanted.maxBytes))
    },

    /**
     * Fetches a large file with GET, to be read while it arrives. Meanwhile, other requests to its host go on. Throws the same errors as `get`,
     * and so does reading the body.
     */
    async open(address: string, wanted: Pick<Wanted, 'accept' | 'maxBytes' | 'withinMs' | 'signal'>): Promise<Opened> {
      if (isOffline) throw new Offline()
      const common = { ...commonHeaders(wanted.accept), 'accept-encoding': 'identity' }
      const { status, headers, body } = await followed(address, {}, common, signalOf(wanted), () => async answer => {
        if (redirectStatuses.includes(answer.statusCode)) await answer.body.dump()
        return { status: answer.statusCode, headers: answer.headers, body: answer.body }
      })
      const limited = limitedTo(wanted.maxBytes)
      pipeline(body, limited, () => {}) // a fault reaches the reader
      if (!['', 'identity'].includes(encodingIn(headers))) {
        limited.destroy()
        throw new FetchRefused('its response is compressed')
      }
      const stated = Number(headers['content-length'] ?? Number.NaN)
      return { status, sizeBytes: Number.isSafeInteger(stated) ? stated : null, body: limited }
    },

    /**
     * Sends one request, with headers that may contain a password, and returns the response. A redirect is refused instead of followed. Throws
     * the same errors as `get`.
     */
    async send(address: string, request: Sent): Promise<Fetched> {
      if (isOffline) throw new Offline()
      const url = checkUrl(address, allowed)
      const headers = { ...request.headers, ...commonHeaders(request.accept) }
      const answer = await requestOnce(url, headers, request, signalOf(request), readWhole(url, request.maxBytes))
      if (redirectStatuses.includes(answer.status)) throw new FetchRefused('it redirects a request with an account')
      return answer
    },

    /** Checks a URL without sending a request. @throws FetchRefused for an unacceptable URL */
    check: (address: string, trustedHost?: string): URL => checkUrl(address, trustedWith(trustedHost)),

    /** Pause between two requests to the host of a URL, in milliseconds. */
    spacingOf: (url: URL): number => (allowed.has(hostAndPort(url)) ? 0 : spacingMs),

    async close(): Promise<void> {
      if (!opened) return
      const { outside, ours } = await opened
      await Promise.all([outside.destroy(), ours.destroy()])
    }
  }
}

const encodingIn = (headers: IncomingHttpHeaders) => String(headers['content-encoding'] ?? '').toLowerCase()

/** Creates a stream that fails after a number of bytes. */
function limitedTo(maxBytes: number): Transform {
  let bytes = 0
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      bytes += part.length
      if (bytes > maxBytes) done(new ResponseTooLarge(`its response has more than ${maxBytes} bytes`))
      else done(null, part)
    }
  })
}

interface Client {
  request: typeof import('undici').request
  outside: Agent
  ours: Agent
}

/** Opens the HTTP client on the first fetch. Its modules take 10 MB, and most servers at sea never fetch anything. */
async function openClient(lookup: typeof dns.lookup): Promise<Client> {
  const { Agent, request } = await import('undici')
  return {
    request,
    outside: new Agent({ connect: { lookup: publicLookup(lookup), timeout: connectWithinMs } }),
    ours: new Agent({ connect: { timeout: connectWithinMs } })
  }
}

/** Resolves the host name anew for each connection. To prevent DNS rebinding, it is rejected if any of its addresses is private. */
const publicLookup =
  (lookup: typeof dns.lookup) =>
  (
    hostname: string,
    options: LookupOptions,
    done: (error: Error | null, address: string | LookupAddress[], family?: number) => void
  ): void => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, [])
      const addresses = found as LookupAddress[]
      if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
        return done(new PrivateAddress('its host has an address that is not on the public internet'), [])
      const [first] = addresses
      return options.all || !first ? done(null, addresses) : done(null, first.address, first.family)
    })
  }

import type { EventEmitter } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import type { JobEnds } from '../lib/job-end.ts'

/** Configuration of the gateway. `server/config.ts` derives it from the environment. */
export interface GatewayConfig {
  upstream: Upstream
  /** Folder of `logs/debug.log` and `logs/audit.log`. */
  dataDir: string
  /** Folder of the built web app (`web/dist`). If it is missing, the gateway logs instructions for building the app. */
  webRoot: string
  /** Public address; null for plain HTTP on any host. It determines the Secure attribute, cookie prefixes, HSTS, and the allowed host and origin. */
  publicUrl: URL | null
  /** Whether HSTS also covers all subdomains of `publicUrl`. */
  hstsSubdomains: boolean
  /** IP addresses and CIDR ranges of proxies whose `X-Forwarded-*` and `X-Request-Id` headers are trusted. */
  trustedProxies: string[]
  sessionMode: 'cookie' | 'bearer'
  /** Keys of 32 bytes each. The first key encrypts; all keys decrypt. */
  cookieKeys: Buffer[]
  /** Whether paths under `/api` without a contract are forwarded, for external backends. */
  proxyUnlisted: boolean
  logLevel: string
  version: string
  /** Whether the backend runs in this process. */
  embedded: boolean
  /** Emitter of job ends from an embedded backend, for metrics. */
  jobEnds?: EventEmitter<JobEnds>
  /** Time in milliseconds between reporting 503 on `/readyz` and closing the listening socket. */
  drainDelayMs: number
  /** CIDR ranges that may read `/metrics`; only loopback when absent. */
  metricsAllowedNetworks?: string[]
  /** Debug log. When absent, it is opened from `dataDir` and `logLevel`. See `openDebugLog`. */
  logger?: FastifyBaseLogger
  deadlines?: Partial<Deadlines>
  rates?: Partial<Rates>
}

export interface Upstream {
  /** Base URL. With `socketPath`, only its protocol and host are used: `http://backend.internal`. */
  url: string
  socketPath?: string | null
  /** PEM certificate of a private certificate authority; null for the public authorities. */
  ca?: string | null
}

/** Deadlines in milliseconds. Tests use shorter ones than the defaults. */
export interface Deadlines {
  /** Maximum total time of a JSON call. */
  call: number
  /** Maximum time to the first byte of a streamed response. */
  firstByte: number
  /** Maximum time between two chunks of a stream. */
  idle: number
  /** Maximum time for which a client may leave a download unread. */
  stalledClient: number
  /** Maximum time to establish the TCP and TLS connection. */
  connect: number
  /** Maximum time of the refresh call. */
  refresh: number
  /** Maximum time to receive the headers of a request. */
  requestHeaders: number
  /** Maximum time to receive the body of a JSON or form call. */
  requestBody: number
  /** Maximum time for requests in flight to finish when the gateway closes. */
  close: number
}

/** Limits for one process. The limits per client address allow for an institute of 200 people behind one address. */
export interface Rates {
  /** Maximum number of calls under `/api` per minute and address. The default lets 200 people fetch 50 map tiles per second each. */
  callsPerMinute: number
  /** Maximum number of points for refused bodies per minute, per session or token and address. See `refused-bodies.ts`. */
  refusedBodiesPerMinute: number
  /** Maximum number of sign-ins in five minutes, per account and network block, or per known device. */
  signInsPerAccount: number
  /** Maximum number of sign-ins per network block in five minutes. */
  signInsPerAddress: number
  /** Maximum number of client log entries per minute and address. */
  clientLogsPerMinute: number
  /** Maximum number of requests in flight. Further requests are answered with 503. */
  openRequests: number
  /** Maximum delay of the event loop in milliseconds. If it is exceeded repeatedly, requests are answered with 503. */
  loopDelayMs: number
}

export const defaultDeadlines: Deadlines = {
  call: 30_000,
  firstByte: 30_000,
  idle: 30_000,
  stalledClient: 300_000,
  connect: 3_000,
  refresh: 10_000,
  requestHeaders: 15_000,
  requestBody: 60_000,
  close: 25_000
}

export const defaultRates: Rates = {
  callsPerMinute: 600_000,
  refusedBodiesPerMinute: 1_200,
  signInsPerAccount: 20,
  signInsPerAddress: 600,
  clientLogsPerMinute: 120,
  openRequests: 2_000,
  loopDelayMs: 1_000
}

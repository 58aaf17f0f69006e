import type { EventEmitter } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import type { JobEnds } from '../lib/job-end.ts'

/** Configuration of the gateway. `server/config.ts` derives it from the environment. */
export interface GatewayConfig {
  upstream: Upstream
  /** Folder of `logs/debug.log` and `logs/audit.log`. */
  dataDir: string
  /** Folder of the built web app (`web/dist`). If it is missing, the gateway logs how to build the app. */
  webRoot: string
  /**
   * Public address; null for plain HTTP on any host. It determines the Secure attribute, cookie prefixes, HSTS, and the allowed host and
   * origin.
   */
  publicUrl: URL | null
  /** Makes browsers also use HTTPS for every subdomain of `publicUrl`. */
  hstsSubdomains: boolean
  /** IP addresses and CIDR ranges whose `X-Forwarded-*` and `X-Request-Id` are trusted. */
  trustedProxies: string[]
  sessionMode: 'cookie' | 'bearer'
  /** Keys of 32 bytes each: the first encrypts, all decrypt. */
  cookieKeys: Buffer[]
  /** Forwards paths under `/api` that have no contract, for foreign backends. */
  proxyUnlisted: boolean
  logLevel: string
  version: string
  /** Whether the backend runs in this process. */
  embedded: boolean
  /** Emitter of job ends of an embedded backend, for metrics. */
  jobEnds?: EventEmitter<JobEnds>
  /** Milliseconds from the change of readiness to 503 until the gateway stops listening. */
  drainDelayMs: number
  /** CIDR ranges that may read `/metrics`; loopback only when absent. */
  metricsAllowedNetworks?: string[]
  /** The debug log; opened from `dataDir` and `logLevel` when absent. See `openDebugLog`. */
  logger?: FastifyBaseLogger
  deadlines?: Partial<Deadlines>
  rates?: Partial<Rates>
}

export interface Upstream {
  /** Base URL. With `socketPath` only its protocol and host matter: `http://backend.internal`. */
  url: string
  socketPath?: string | null
  /** PEM of a private certificate authority. */
  ca?: string | null
}

/** Deadlines in milliseconds. Tests set shorter ones than the defaults. */
export interface Deadlines {
  /** Longest total time of a JSON call. */
  call: number
  /** Longest time until the first byte of a streamed response. */
  firstByte: number
  /** Longest silence between two pieces of a stream. */
  idle: number
  /** Longest time for which a client may leave a download unread. */
  stalledClient: number
  /** Time for the TCP and TLS connect. */
  connect: number
  /** Time for the refresh call. */
  refresh: number
  /** Time to receive the headers of a request. */
  requestHeaders: number
  /** Time to receive the body of a JSON or form call. */
  requestBody: number
  /** Time for requests in flight to finish when the gateway closes. */
  close: number
}

/** Limits of one process. The limits per client address suit an institute of 200 people behind one address. */
export interface Rates {
  /** Most calls under `/api` per minute and address. On maps, 200 people fetch 50 tiles a second each. */
  callsPerMinute: number
  /** Most points for refused bodies per minute, per session or token and address: see `refused-bodies.ts`. */
  refusedBodiesPerMinute: number
  /** Most sign-ins per account and address in five minutes. */
  signInsPerAccount: number
  /** Most sign-ins per address in five minutes. */
  signInsPerAddress: number
  /** Most client log entries per minute and address. */
  clientLogsPerMinute: number
  /** Most requests in flight. Further requests are answered with 503. */
  openRequests: number
  /** Longest delay of the event loop, in milliseconds. When it is exceeded repeatedly, requests are answered with 503. */
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

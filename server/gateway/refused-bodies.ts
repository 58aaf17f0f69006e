import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { addressBlock } from '../lib/address-block.ts'
import { TooManyRequests } from './failures.ts'
import { minuteCounts } from './minute-counts.ts'
import { fingerprint } from './session/cookies.ts'

export interface RefusedBodiesOptions {
  pointsPerMinute: number
  onRefused(): void
}

/** Bytes of a refused body per additional point. Every refused body costs its sender one point, plus one per `pointBytes` of its length. */
const pointBytes = 64 * 1024
const smallBytes = 16 * 1024
/** Pause in milliseconds before a delayed client is refused. Otherwise, a program that retries immediately would keep a core busy. */
const pauseMs = 500
/** Maximum number of refusals that are delayed at the same time. Further refusals are sent immediately. */
const mostWaiting = 200
const refusals = new Set([400, 401, 403, 413, 415, 422])

/**
 * Until the next minute, refuses further bodies from a client with many refused bodies. Each refusal follows a pause in which nothing is read.
 * Refused bodies are counted per session or token and address, so that other clients are not affected. Without a session or token, only large
 * bodies are refused, because the body of a sign-in is small.
 */
export const refusedBodies = fp<RefusedBodiesOptions>(
  async (app, { pointsPerMinute, onRefused }) => {
    const points = minuteCounts(pointsPerMinute)
    let waiting = 0

    app.addHook('onRequest', (request, reply, done) => {
      if (!hasBody(request)) return done()
      const seconds = isAnonymous(request) && !isLarge(request) ? 0 : points.secondsToWait(senderOf(request))
      if (seconds === 0) return done()
      onRefused()
      reply.header('retry-after', String(seconds))
      reply.header('connection', 'close') // the body is not read
      const refuse = () => done(new TooManyRequests(`${seconds} seconds`))
      if (waiting === mostWaiting) return refuse()
      waiting++
      setTimeout(() => {
        waiting--
        refuse()
      }, pauseMs)
    })

    app.whenOver((request, _reply, status) => {
      // For an address that the router cannot parse, the session has not been read.
      if (!refusals.has(status) || !hasBody(request) || !request.url.startsWith('/api/')) return
      points.add(
        senderOf(request),
        1 + Math.floor((request.rawBody?.length ?? Number(request.headers['content-length'] ?? 0)) / pointBytes)
      )
    })
  },
  { name: 'refused-bodies', dependencies: ['session', 'completion'] }
)

const isAnonymous = ({ session, bearer }: FastifyRequest) => !session && !bearer

function senderOf({ ip, session, bearer }: FastifyRequest): string {
  return `${addressBlock(ip)} ${session?.id ?? (bearer ? fingerprint(bearer) : '')}`
}

function hasBody({ raw: { headers } }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function isLarge({ raw: { headers } }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > smallBytes
}

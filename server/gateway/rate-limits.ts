import rateLimit from '@fastify/rate-limit'
import type { FastifyReply, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import { authApi } from '../../shared/contracts/auth.ts'
import type { Contract } from '../../shared/contracts/contract.ts'
import type { Rates } from './config.ts'
import { TooManyRequests } from './failures.ts'
import { fingerprint } from './session/cookies.ts'

export interface RateLimitOptions {
  rates: Rates
  onRefused(): void
}

const minuteMs = 60_000
const signInWindowMs = 5 * minuteMs

type Allowance = (request: FastifyRequest) => Promise<{ isAllowed: true } | { isAllowed: false; isExceeded: boolean; ttlInSeconds: number }>

/** Limits by address, and sign-ins also by account from that address: a stranger elsewhere cannot lock the owner out. */
export const rateLimits = fp<RateLimitOptions>(
  async (app, { rates, onRefused }) => {
    await app.register(rateLimit, { global: false })
    const calls = countedWindow(rates.callsPerMinute)
    const perAddress = app.createRateLimit({ max: rates.signInsPerAddress, timeWindow: signInWindowMs }) as Allowance
    const perAccount = app.createRateLimit({
      max: rates.signInsPerAccount,
      timeWindow: signInWindowMs,
      keyGenerator: request => `${request.ip} ${fingerprint(accountOf(request.body))}`
    }) as Allowance

    async function check(allowance: Allowance, request: FastifyRequest, reply: FastifyReply) {
      const result = await allowance(request)
      if (result.isAllowed || !result.isExceeded) return
      throw refusal(reply, result.ttlInSeconds)
    }

    function refusal(reply: FastifyReply, seconds: number): Error {
      onRefused()
      reply.header('retry-after', String(seconds))
      return new TooManyRequests(seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`)
    }

    const ofSignIns: preHandlerAsyncHookHandler = async (request, reply) => {
      await check(perAddress, request, reply)
      await check(perAccount, request, reply)
    }
    const limited = new Set<Contract>([authApi.login, authApi.register, authApi.forgotPassword, authApi.resetPassword])

    app.addHook('onRoute', route => {
      if (!limited.has(route.config?.contract as Contract)) return
      route.preHandler = [ofSignIns, ...[route.preHandler ?? []].flat()] as preHandlerAsyncHookHandler[]
    })

    app.addHook('onRequest', (request, reply, done) => {
      const seconds = calls(request.ip)
      if (seconds === 0) done()
      else done(refusal(reply, seconds))
    })
  },
  { name: 'rate-limits' }
)

/** Counts by the minute: for every call, so it is as cheap as can be. Answers the seconds to wait, 0 for none. */
function countedWindow(mostPerMinute: number): (address: string) => number {
  const counts = new Map<string, number>()
  let endsAt = 0
  return address => {
    const now = Date.now()
    if (now >= endsAt) {
      counts.clear()
      endsAt = now + minuteMs
    }
    const key = address.includes(':') ? networkOf(address) : address
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count > mostPerMinute ? Math.ceil((endsAt - now) / 1000) : 0
  }
}

/** One IPv6 customer has a whole /64. */
function networkOf(address: string): string {
  return address.startsWith('::ffff:') ? address : address.split(':', 4).join(':')
}

function accountOf(body: unknown): string {
  const { username, email } = (body ?? {}) as { username?: unknown; email?: unknown }
  const account = username ?? email
  return typeof account === 'string' ? account.trim().toLowerCase() : ''
}

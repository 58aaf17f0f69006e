import rateLimit from '@fastify/rate-limit'
import type { FastifyReply, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import { authApi } from '../../shared/contracts/auth.ts'
import type { Contract } from '../../shared/contracts/contract.ts'
import { emailKey } from '../../shared/email-key.ts'
import { addressBlock } from '../lib/address-block.ts'
import type { Rates } from './config.ts'
import { TooManyRequests } from './failures.ts'
import { minuteCounts } from './minute-counts.ts'
import { fingerprint } from './session/cookies.ts'
import type { KnownDevices } from './session/known-devices.ts'

export interface RateLimitOptions {
  rates: Rates
  /** Known devices; null with `SESSION_MODE=bearer`, where no device is remembered. */
  devices: KnownDevices | null
  onRefused(): void
}

const signInWindowMs = 5 * 60_000

type Allowance = (request: FastifyRequest) => Promise<{ isAllowed: true } | { isAllowed: false; isExceeded: boolean; ttlInSeconds: number }>

/**
 * Limits requests and sign-ins per network block, and sign-ins also per account within a block. An attacker in another network therefore cannot
 * lock the owner out. Sign-ins on a known device have their own count, which attackers in the same network cannot use up.
 */
export const rateLimits = fp<RateLimitOptions>(
  async (app, { rates, devices, onRefused }) => {
    await app.register(rateLimit, { global: false })
    const calls = minuteCounts(rates.callsPerMinute)
    const perNetwork = app.createRateLimit({
      max: rates.signInsPerAddress,
      timeWindow: signInWindowMs,
      keyGenerator: request => addressBlock(request.ip)
    }) as Allowance
    const perAccount = app.createRateLimit({
      max: rates.signInsPerAccount,
      timeWindow: signInWindowMs,
      keyGenerator: request => `${addressBlock(request.ip)} ${fingerprint(accountOf(request.body))}`
    }) as Allowance

    const perDevice = app.createRateLimit({
      max: rates.signInsPerAccount,
      timeWindow: signInWindowMs,
      keyGenerator: request => `device ${request.knownDevice}`
    }) as Allowance
    app.decorateRequest('knownDevice', null)

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
      if (request.routeOptions.config.contract === authApi.login)
        request.knownDevice = devices?.recognise(request, accountOf(request.body)) ?? null
      if (request.knownDevice) return check(perDevice, request, reply)
      await check(perNetwork, request, reply)
      await check(perAccount, request, reply)
    }
    const limited = new Set<Contract>([authApi.login, authApi.register, authApi.forgotPassword, authApi.resetPassword])

    app.addHook('onRoute', route => {
      if (!limited.has(route.config?.contract as Contract)) return
      route.preHandler = [ofSignIns, ...[route.preHandler ?? []].flat()] as preHandlerAsyncHookHandler[]
    })

    app.addHook('onRequest', (request, reply, done) => {
      const network = addressBlock(request.ip)
      calls.add(network)
      const seconds = calls.secondsToWait(network)
      if (seconds === 0) done()
      else done(refusal(reply, seconds))
    })
  },
  { name: 'rate-limits' }
)

function accountOf(body: unknown): string {
  const { username, email } = (body ?? {}) as { username?: unknown; email?: unknown }
  const account = username ?? email
  return typeof account === 'string' ? emailKey(account) : ''
}

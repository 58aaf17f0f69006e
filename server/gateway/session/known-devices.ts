import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { emailKey } from '../../../shared/email-key.ts'
import { fingerprint, onlyCookie } from './cookies.ts'
import type { Seal } from './seal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who signs in has done so on this device before: the device's id for that account. Null for everyone else. */
    knownDevice: string | null
  }
}

/** The longest that browsers keep a cookie (RFC 6265bis section 5.5). */
const longestSeconds = 400 * 24 * 3600
/** Accounts that one browser remembers; the one signed in longest ago is dropped. */
const mostAccounts = 8

type Entry = [account: string, device: string]

export interface KnownDevices {
  /** The id under which this device is known for the account; null when it is not. */
  recognise(request: FastifyRequest, email: string): string | null
  /** After a sign-in: from now on wrong passwords from elsewhere do not keep the person from this device. */
  remember(request: FastifyRequest, reply: FastifyReply, email: string): void
  /** The cookie's sealed value; null without one. */
  sealed(request: FastifyRequest): string | null
  /** Sets a cookie that was lost to what `sealed` gave before. One that is there stays, and what is not of this gateway is ignored. */
  restore(request: FastifyRequest, reply: FastifyReply, sealed: string): void
}

/**
 * Remembers in a cookie of its own on which devices someone has signed in, apart from the session: it outlives signing out.
 * It holds no right. A device that is known has its own count of wrong passwords, which nobody else can fill.
 */
export function knownDevices(seal: Seal, secure: boolean): KnownDevices {
  const name = deviceCookieName(secure)

  const cookieOf = (request: FastifyRequest) => onlyCookie(request.raw.headers.cookie ?? '', name)

  function opened(sealed: string | null): Entry[] {
    const plain = sealed && seal.open(name, sealed)
    return plain ? (JSON.parse(plain.text) as Entry[]) : []
  }

  const entries = (request: FastifyRequest) => opened(cookieOf(request))

  const set = (reply: FastifyReply, value: string) =>
    reply.setCookie(name, value, { path: '/', httpOnly: true, secure, sameSite: 'strict', maxAge: longestSeconds })

  return {
    recognise(request, email) {
      const account = accountName(email)
      return entries(request).find(([known]) => known === account)?.[1] ?? null
    },

    remember(request, reply, email) {
      const account = accountName(email)
      const before = entries(request)
      const device = before.find(([known]) => known === account)?.[1] ?? randomBytes(16).toString('base64url')
      const kept: Entry[] = [[account, device], ...before.filter(([known]) => known !== account)].slice(0, mostAccounts) as Entry[]
      set(reply, seal.close(name, JSON.stringify(kept)))
    },

    sealed: cookieOf,

    restore(request, reply, sealed) {
      if (entries(request).length === 0 && opened(sealed).length > 0) set(reply, sealed)
    }
  }
}

export const deviceCookieName = (secure: boolean) => `${secure ? '__Host-Http-' : ''}kd`

const accountName = (email: string) => fingerprint(emailKey(email))

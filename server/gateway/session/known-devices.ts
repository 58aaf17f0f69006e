import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { emailKey } from '../../../shared/email-key.ts'
import type { Seal } from '../../lib/seal.ts'
import { fingerprint, onlyCookie } from './cookies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Id of the device if the account has signed in on it before, else null. */
    knownDevice: string | null
  }
}

/** Maximum lifetime of a cookie in browsers (RFC 6265bis section 5.5). */
const longestSeconds = 400 * 24 * 3600
/** Maximum number of accounts that one browser remembers. Beyond it, the account with the oldest sign-in is forgotten. */
const mostAccounts = 8

type Entry = [account: string, device: string]

export interface KnownDevices {
  /** Returns the id of this device for the account; null for an unknown device. */
  recognise(request: FastifyRequest, email: string): string | null
  /** Remembers the device after a sign-in. From then on, wrong passwords entered elsewhere cannot lock the user out on this device. */
  remember(request: FastifyRequest, reply: FastifyReply, email: string): void
  /** Returns the sealed value of the cookie; null if there is none. */
  sealed(request: FastifyRequest): string | null
  /** Restores a lost cookie to a value from `sealed`. An existing cookie is kept, and a value without a valid seal is ignored. */
  restore(request: FastifyRequest, reply: FastifyReply, sealed: string): void
}

/**
 * Devices on which an account has signed in, remembered in a cookie that outlives the session. The cookie grants no permissions. A known
 * device has its own count of wrong passwords, which no other client can use up.
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

import type { User } from '../../shared/contracts/accounts.ts'
import { refreshAheadMs } from '../../shared/limits.ts'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import type { Credentials } from '../api/credentials.ts'
import { debugLog } from '../api/debug-log.ts'
import type { SessionState } from '../api/session-context.ts'
import { requestFailed } from '../api/texts.ts'
import { mentionsSession, type SessionStore, type StoredSession } from './session-store.ts'

export interface SessionSnapshot {
  state: SessionState
  user: User | null
}

type Lock = <T>(work: () => Promise<T>) => Promise<T>

export interface SessionDependencies {
  store: SessionStore
  /** Runs one task at a time across all tabs of this browser. */
  lock: Lock
  /** Sends a message to the other tabs. */
  announce: (message: SessionMessage) => void
  /** True when the page is served over HTTPS. Signing out then clears all cookies, and the known-device cookie is restored. */
  isSecure?: boolean
  now?: () => number
}

export type SessionMessage = 'signed-in' | 'signed-out'

const signedOut: SessionSnapshot = { state: 'signed-out', user: null }

/**
 * State machine of the session: loading → signed in or signed out.
 * Requests go through `call`, which takes the header of each request from `authorization` and reports a 401 to `refused`.
 */
export class SessionMachine implements Credentials {
  readonly #store: SessionStore
  readonly #lock: Lock
  readonly #announce: SessionDependencies['announce']
  readonly #isSecure: boolean
  readonly #now: () => number
  readonly #listeners = new Set<() => void>()
  #snapshot: SessionSnapshot = { state: 'loading', user: null }
  #signIns = 0
  #leaving: Promise<boolean> | null = null
  /** Called when the session ends. The app sets it to navigate to the sign-in page. */
  onEnded: () => void = () => {}
  /** Removes an account's data from this browser after a deliberate sign-out. */
  onSignedOut: (accountId: string) => Promise<void> = async () => {}

  constructor({ store, lock, announce, isSecure = false, now = Date.now }: SessionDependencies) {
    this.#store = store
    this.#lock = lock
    this.#announce = announce
    this.#isSecure = isSecure
    this.#now = now
  }

  snapshot = (): SessionSnapshot => this.#snapshot

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Restores the stored session. Without a stored session, no request is sent. Any failure signs the account out. */
  async start(): Promise<void> {
    try {
      await this.#restore()
    } catch (error) {
      debugLog.add('WARN', 'The session could not be restored', error)
      if (this.#store.read()) this.#announce('signed-out')
      void this.#revoke()
      this.#forget()
    }
  }

  /** Signs in with an e-mail address and a password. @throws ApiError, InvalidAuthResponse, or Error('Failed to fetch user data after login') */
  async signIn(email: string, password: string): Promise<void> {
    await this.#enter(await call('POST /auth/login', { form: { username: email, password } }))
  }

  /** Registers an account. Signs in with the same credentials when the response contains no session. */
  async register(registration: { email: string; password: string; invitation?: string }): Promise<void> {
    const answer = await call('POST /auth/register', { json: registration })
    if (!mentionsSession(answer)) return this.signIn(registration.email, registration.password)
    await this.#enter(answer)
  }

  /** Ends the session, and removes the account's data from this browser. @returns false when another session has begun meanwhile, which goes on */
  signOut(): Promise<boolean> {
    this.#leaving ??= this.#leave().finally(() => {
      this.#leaving = null
    })
    return this.#leaving
  }

  /** Account id from the stored session; null without one. It may differ from the signed-in user after a change in another tab. */
  subject(): string | null {
    return this.#store.read()?.subject ?? null
  }

  signIns = (): number => this.#signIns

  setUser(user: User): void {
    if (this.#snapshot.state === 'signed-in') this.#become({ state: 'signed-in', user })
  }

  async authorization(): Promise<string | null> {
    if (this.#store.mode === 'cookie') return null
    const stored = this.#store.read()
    if (!stored) return null
    const fresh = this.#ended(stored) ? await this.#refreshBeforeRequest() : stored
    return fresh && `${fresh.tokenType.toLowerCase() === 'bearer' ? 'Bearer' : fresh.tokenType} ${fresh.accessToken}`
  }

  isOpen(): boolean {
    if (this.#snapshot.state !== 'loading') return this.#snapshot.state === 'signed-in'
    const stored = this.#store.read()
    return stored !== null && !this.#ended(stored)
  }

  /** Ends the session in all tabs after a request was refused with 401 or a refresh failed. */
  refused(signIns: number): void {
    if (signIns !== this.#signIns) return
    if (this.#store.read()) this.#announce('signed-out')
    this.#forget()
    this.onEnded()
  }

  /** Follows a sign-in or sign-out in another tab. */
  heard(message: SessionMessage): void {
    if (message === 'signed-in') return void this.#follow()
    this.#store.clear()
    this.#become(signedOut)
    this.onEnded()
  }

  /** Follows a sign-in in another tab. A failure ends nothing there. */
  async #follow(): Promise<void> {
    this.#signIns += 1
    await this.#restore().catch(error => {
      debugLog.add('WARN', 'The sign-in of another tab could not be followed', error)
      this.#become(signedOut)
    })
  }

  async #restore(): Promise<void> {
    const stored = this.#store.read()
    if (!stored) return this.#become(signedOut)
    if (this.#ended(stored)) await this.#refreshAtStart(stored)
    this.#become({ state: 'signed-in', user: await fetchUser() })
  }

  async #leave(): Promise<boolean> {
    const { user } = this.#snapshot
    const signIns = this.#signIns
    await this.#revoke()
    // a person who has signed in again meanwhile keeps the data
    if (user && (signIns === this.#signIns || user.id !== this.#snapshot.user?.id))
      await this.onSignedOut(user.id).catch(error => debugLog.add('WARN', 'The browser data of the account was not removed', error))
    if (signIns !== this.#signIns) return false
    this.#forget()
    this.#announce('signed-out')
    this.onEnded()
    debugLog.add('INFO', 'Signed out')
    return true
  }

  async #enter(answer: unknown): Promise<void> {
    this.#store.write(answer)
    this.#signIns += 1
    const user = await fetchUser().catch((error: unknown) => {
      void this.#revoke()
      this.#forget()
      throw new Error('Failed to fetch user data after login', { cause: error })
    })
    this.#become({ state: 'signed-in', user })
    this.#announce('signed-in')
    debugLog.add('INFO', 'Signed in')
  }

  #ended({ exp }: StoredSession): boolean {
    return exp !== null && exp * 1000 <= this.#now() + refreshAheadMs
  }

  /** Refreshes the session at startup, with a JSON body. In cookie mode the token is in the cookie, and the body is an empty object. */
  async #refreshAtStart({ refreshToken }: StoredSession): Promise<void> {
    await this.#lock(async () => {
      const newest = this.#store.read()
      if (newest && !this.#ended(newest)) return // another tab has already refreshed the session
      const json = this.#store.mode === 'bearer' ? { refresh_token: newest?.refreshToken ?? refreshToken ?? '' } : {}
      this.#store.write(await call('POST /auth/refresh', { json }))
    })
  }

  /** Refreshes the session before a request, form-encoded and once for all tabs. A failure ends the session. */
  async #refreshBeforeRequest(): Promise<StoredSession | null> {
    const signIns = this.#signIns
    try {
      return await this.#lock(async () => {
        const newest = this.#store.read()
        if (!newest || !this.#ended(newest)) return newest
        this.#store.write(await call('POST /auth/refresh', { form: { refresh_token: newest.refreshToken ?? '' } }))
        return this.#store.read()
      })
    } catch (error) {
      debugLog.add('WARN', 'The access token could not be refreshed', error)
      this.refused(signIns)
      throw error
    }
  }

  /**
   * Ends the session on the server, unless another one begins meanwhile, whose cookies the request would carry. Failures are ignored, because the
   * server may be unreachable or lack the endpoint.
   */
  async #revoke(): Promise<void> {
    const signIns = this.#signIns
    const stored = this.#store.read()
    if (!stored) return // a 401 has already ended the session
    const json = stored.refreshToken ? { refresh_token: stored.refreshToken } : {}
    const kept = this.#isSecure ? await call('GET /auth/device', {}).catch(() => null) : null
    if (signIns !== this.#signIns) return
    await call('POST /auth/logout', { json }).catch(() => {})
    if (kept?.device) await call('PUT /auth/device', { json: { device: kept.device } }).catch(() => {})
  }

  #forget(): void {
    this.#store.clear()
    this.#become(signedOut)
  }

  #become(snapshot: SessionSnapshot): void {
    this.#snapshot = snapshot
    for (const listener of this.#listeners) listener()
  }
}

/**
 * Fetches the signed-in user. A foreign backend may return only an e-mail address.
 * @throws Error('Request failed with status {status}: {body}')
 */
async function fetchUser(): Promise<User> {
  const answer: Partial<User> = await call('GET /auth/me', {}).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status === 0) throw error
    throw new Error(requestFailed(error.status, error.body), { cause: error })
  })
  const { id, email, name, affiliation, orcid, avatarUrl, theme, administrator, emailProved, revision, createdAt } = answer
  return {
    id: String(id ?? ''),
    email: email ?? '',
    name: name ?? null,
    affiliation: affiliation ?? null,
    orcid: orcid ?? null,
    avatarUrl: avatarUrl ?? null,
    theme: theme ?? 'system',
    administrator: administrator ?? false,
    emailProved: emailProved ?? true, // a foreign backend does not verify addresses
    revision: revision ?? 1,
    createdAt: createdAt ?? ''
  }
}

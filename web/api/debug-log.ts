import { debugLogEntries } from '../../shared/limits.ts'
import type { DebugEntry, DebugLevel } from './debug-entry.ts'
import { debugForwarder } from './debug-forward.ts'
import { withoutSecrets } from './secrets.ts'

export interface DebugLogOptions {
  storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Sends warnings and errors to the operator. */
  forward?: (entry: DebugEntry) => void
}

const key = 'isobath.debug-log'

/**
 * Log of the app, newest last: at most 100 entries, kept in this browser. Warnings and errors are also sent to the operator.
 * Passwords, tokens and similar secrets are removed before an entry is stored.
 */
export class DebugLog {
  readonly #storage: DebugLogOptions['storage']
  readonly #forward: DebugLogOptions['forward']
  readonly #listeners = new Set<() => void>()
  #entries: readonly DebugEntry[]

  constructor({ storage, forward }: DebugLogOptions) {
    this.#storage = storage
    this.#forward = forward
    this.#entries = this.#stored()
  }

  entries = (): readonly DebugEntry[] => this.#entries

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  add(level: DebugLevel, message: string, data?: unknown): void {
    const entry: DebugEntry = {
      timestamp: new Date().toISOString(),
      level,
      message: withoutSecrets(message) as string,
      ...(data !== undefined && { data: withoutSecrets(data) })
    }
    this.#keep([...this.#stored(), entry].slice(-debugLogEntries))
    if (level === 'WARN' || level === 'ERROR') this.#forward?.(entry)
  }

  clear(): void {
    this.#keep([])
  }

  /** Reads the log again after another tab wrote to it. */
  reread(): void {
    this.#entries = this.#stored()
    for (const listener of this.#listeners) listener()
  }

  #keep(entries: readonly DebugEntry[]): void {
    this.#entries = entries
    try {
      this.#storage.setItem(key, JSON.stringify(entries))
    } catch {
      // storage is full or forbidden: the log stays in the memory of this tab
    }
    for (const listener of this.#listeners) listener()
  }

  #stored(): readonly DebugEntry[] {
    try {
      const text = this.#storage.getItem(key)
      if (text === null) return this.#entries ?? []
      const stored: unknown = JSON.parse(text)
      return Array.isArray(stored) ? stored.slice(-debugLogEntries) : []
    } catch {
      return this.#entries ?? []
    }
  }

  static isKey(name: string | null): boolean {
    return name === key
  }
}

/** Log of this tab. */
export const debugLog = new DebugLog({ storage: browserStorage(), forward: debugForwarder((url, init) => fetch(url, init)) })

/** Local storage; an empty substitute where the browser forbids it, and in tests, which run without a browser. */
function browserStorage(): DebugLogOptions['storage'] {
  try {
    if (globalThis.localStorage) return globalThis.localStorage
  } catch {
    // forbidden by the browser's settings
  }
  return { getItem: () => null, setItem: () => {} }
}

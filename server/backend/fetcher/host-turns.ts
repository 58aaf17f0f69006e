import { setTimeout as pause } from 'node:timers/promises'

/** Limits requests to one at a time per host, with a pause in between. @param spacingMs length of the pause in milliseconds */
export function hostTurns(spacingMs: number) {
  const last = new Map<string, Promise<void>>()

  return async <T>(host: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(host)
    const { promise: over, resolve: leave } = Promise.withResolvers<void>()
    const mine = (before ?? Promise.resolve()).then(() => over)
    last.set(host, mine)
    await before
    try {
      return await work()
    } finally {
      pause(spacingMs, undefined, { ref: false }).then(() => {
        if (last.get(host) === mine) last.delete(host)
        leave()
      })
    }
  }
}

import { setTimeout as wait } from 'node:timers/promises'

const longestMs = 15_000
const pauseMs = { first: 2, longest: 50 }

/** True for the error of an SQLite statement that another process kept from starting. Source: primary result code SQLITE_BUSY. */
export const isBusy = (error: unknown) => (((error ?? {}) as { errcode?: number }).errcode ?? 0) % 256 === 5

/**
 * Repeats an SQLite statement that another process keeps from starting, for up to 15 s, half of the time that a call may take. The thread is free during the pauses, which it would
 * not be with SQLite's own wait.
 * @throws the last error of the statement
 */
export async function onceFree<T>(statement: () => T): Promise<T> {
  const until = performance.now() + longestMs
  for (let pause = pauseMs.first; ; pause = Math.min(pause * 2, pauseMs.longest)) {
    try {
      return statement()
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error
    }
    await wait(pause)
  }
}

import { setTimeout as wait } from 'node:timers/promises'

const longestMs = 15_000
const pauseMs = { first: 2, longest: 50 }

/** Primary result code of an SQLite error; 0 for any other error. */
const resultCode = (error: unknown) => (((error ?? {}) as { errcode?: number }).errcode ?? 0) % 256

/** Whether an SQLite statement failed because another process holds a lock. Source: primary result code SQLITE_BUSY. */
export const isBusy = (error: unknown) => resultCode(error) === 5

/** Whether the file is damaged, or no database. Source: primary result codes SQLITE_CORRUPT and SQLITE_NOTADB. */
export const isDamaged = (error: unknown) => resultCode(error) === 11 || resultCode(error) === 26

/**
 * Retries an SQLite statement for up to 15 s while another process holds a lock. These 15 s are half the time limit of a call. Unlike SQLite's
 * own busy timeout, the retries do not block the thread between the attempts.
 * @throws the error of the last attempt
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

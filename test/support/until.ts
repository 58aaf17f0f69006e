import { inspect } from 'node:util'

/** Timeout in milliseconds. It suits a slow CI machine. */
const limitMs = 240_000

/**
 * Repeats a read until the condition holds. @returns the value for which it holds
 * @throws after four minutes, with the condition and the last value
 */
export async function until<T>(read: () => T | Promise<T>, holds: (value: T) => boolean, { pauseMs = 100 } = {}): Promise<T> {
  const end = Date.now() + limitMs
  for (;;) {
    const value = await read()
    if (holds(value)) return value
    if (Date.now() > end) throw new Error(`Not true in four minutes: ${holds}. The last value is ${inspect(value, { depth: 4 })}`)
    await new Promise(resolve => setTimeout(resolve, pauseMs))
  }
}

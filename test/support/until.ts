/** Timeout in milliseconds. It suits a slow CI machine. */
const limitMs = 240_000

/** Repeats a read until the condition holds, or four minutes have passed. @returns the last value */
export async function until<T>(read: () => T | Promise<T>, holds: (value: T) => boolean, { pauseMs = 100 } = {}): Promise<T> {
  const end = Date.now() + limitMs
  for (;;) {
    const value = await read()
    if (holds(value) || Date.now() > end) return value
    await new Promise(resolve => setTimeout(resolve, pauseMs))
  }
}

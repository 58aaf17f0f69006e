/** Reads again until it holds, or the `seconds` have passed. @returns the value that was read last */
export async function until<T>(read: () => T | Promise<T>, holds: (value: T) => boolean, { pauseMs = 100, seconds = 30 } = {}): Promise<T> {
  const end = Date.now() + seconds * 1000
  for (;;) {
    const value = await read()
    if (holds(value) || Date.now() > end) return value
    await new Promise(resolve => setTimeout(resolve, pauseMs))
  }
}

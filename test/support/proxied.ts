/** Headers with which a script gets through to the backend. */
export const headers = { authorization: 'Bearer isobath_pat_1' }

/** Deadlines short enough to wait for in a test, in milliseconds. */
export const short = { call: 400, firstByte: 400, idle: 400, connect: 400 }

/** Deadlines that no delay of a busy machine reaches. */
export const long = { call: 30_000, firstByte: 30_000, idle: 30_000, connect: 30_000 }

/** Makes a call as a script does. */
export const ask = (url: string, init: RequestInit = {}) => fetch(url, { ...init, headers: { ...headers, ...(init.headers as object) } })

/** Waits for a condition. @throws when it does not hold within a minute */
export async function until(condition: () => boolean): Promise<void> {
  const end = Date.now() + 60_000
  while (!condition()) {
    if (Date.now() > end) throw new Error(`still not: ${condition}`)
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}

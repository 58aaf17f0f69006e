import { TilesBusy } from './errors.ts'

/** Time in seconds after which a refused request may be sent again. */
const retryAfterSeconds = 2

/**
 * Bounds the work that is under way or waits for its turn. Aborted work no longer counts.
 * @param mostOfOne limit for one key
 * @param mostOfAll limit for all keys
 * @returns a function that starts work for a key; it throws TilesBusy when a limit is reached
 */
export function waitingLine(mostOfOne: number, mostOfAll: number) {
  const waiting = new Map<string, number>()
  let ofAll = 0

  return async <Result>(key: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> => {
    const ofOne = waiting.get(key) ?? 0
    if (ofOne >= mostOfOne || ofAll >= mostOfAll)
      throw Object.assign(new TilesBusy(ofAll >= mostOfAll ? ofAll : ofOne), { retryAfterSeconds })
    waiting.set(key, ofOne + 1)
    ofAll++
    let hasLeft = false
    const leave = () => {
      if (hasLeft) return
      hasLeft = true
      ofAll--
      const left = (waiting.get(key) ?? 1) - 1
      if (left > 0) waiting.set(key, left)
      else waiting.delete(key)
    }
    signal.addEventListener('abort', leave, { once: true })
    try {
      return await work()
    } finally {
      signal.removeEventListener('abort', leave)
      leave()
    }
  }
}

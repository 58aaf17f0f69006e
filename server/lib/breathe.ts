/** Maximum time in milliseconds for which a long loop blocks the thread. */
const longestMs = 2
const longestOfQueriesMs = 5
let turnBegan = performance.now()

/** Callers waiting for their turn, in order of arrival. */
const waiting: (() => void)[] = []

/**
 * Yields in a long loop once the thread has been busy for 2 ms. Each turn of the event loop resumes only one such loop. Many loops therefore
 * block the thread no longer than one. Awaiting an available value, such as a SQLite result, does not yield.
 */
export function breathe(): Promise<void> | undefined {
  return performance.now() - turnBegan < longestMs ? undefined : new Promise(takeTurn)
}

function takeTurn(goOn: () => void): void {
  waiting.push(goOn)
  if (waiting.length === 1) setImmediate(letOneGoOn)
}

function letOneGoOn(): void {
  turnBegan = performance.now()
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(letOneGoOn)
}

/**
 * Yields between SQLite queries once the thread has been busy for 5 ms. SQLite answers a query without a turn of the event loop. Unlike
 * `breathe`, it does not make a caller with few queries wait for long loops.
 */
export function breatheBetweenQueries(): Promise<void> | undefined {
  if (performance.now() - turnBegan < longestOfQueriesMs) return undefined
  return new Promise(goOn =>
    setImmediate(() => {
      turnBegan = performance.now()
      goOn()
    })
  )
}

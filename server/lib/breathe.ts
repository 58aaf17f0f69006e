/** Milliseconds of a turn for a long loop, and for a row of queries. */
const longestMs = 2
const longestOfQueriesMs = 5
let turnBegan = performance.now()

/** Callers that wait for a turn, the longest waiting first. */
const waiting: (() => void)[] = []

/**
 * Yields in a long loop when the thread was busy for 2 ms. Of any number of such loops, one continues in each turn of the event loop, so
 * that together they block the thread no longer than one. Awaiting a value that is already there, such as an answer of SQLite, does not
 * yield.
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
 * The same between queries of SQLite, each of which is answered at once. A caller with few queries does not wait behind long loops.
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

/** Milliseconds of a turn for a loop that goes over much, and for queries in a row. */
const longestMs = 2
const longestOfQueriesMs = 5
let turnBegan = performance.now()

/** Those who wait for a turn, the longest waiting first. */
const waiting: (() => void)[] = []

/**
 * Awaited in a loop that goes over much: lets others have their turn when this thread has not looked at them for 2 ms. However many such
 * loops there are, one of them goes on in each turn of the event loop, so that together they hold the thread no longer than one does.
 * Awaiting what is there already, such as an answer of SQLite, gives others none.
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
 * The same between queries of SQLite, each of which is answered at once: whoever asks a few does not wait behind those who go over much.
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

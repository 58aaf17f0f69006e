const waiting: (() => void)[] = []
let busy = false

/** Does work that holds the thread for a while when its turn comes: one piece in each turn of the event loop, so that others are answered between. */
export function inTurn(work: () => void): void {
  waiting.push(work)
  if (!busy) setImmediate(next)
  busy = true
}

function next(): void {
  const work = waiting.shift()
  busy = work !== undefined
  if (!work) return
  setImmediate(setImmediate, next) // after what the work itself put off by one turn
  work()
}

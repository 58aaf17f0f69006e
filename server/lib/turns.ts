const waiting: (() => void)[] = []
let busy = false

/** Queues work that blocks the thread for a while. Each turn of the event loop runs one task, so that other requests are answered in between. */
export function inTurn(work: () => void): void {
  waiting.push(work)
  if (!busy) setImmediate(next)
  busy = true
}

function next(): void {
  const work = waiting.shift()
  busy = work !== undefined
  if (!work) return
  setImmediate(setImmediate, next) // after the work that was itself deferred by one turn
  work()
}

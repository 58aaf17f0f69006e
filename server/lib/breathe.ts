import { setImmediate as nextTurn } from 'node:timers/promises'

const longestMs = 5
let turnBegan = performance.now()

/**
 * Awaited in a loop that goes over much: lets others have their turn when this thread has not looked at them for 5 ms.
 * Awaiting what is there already, such as an answer of SQLite, gives them none.
 */
export function breathe(): Promise<void> | undefined {
  return performance.now() - turnBegan < longestMs ? undefined : turn()
}

async function turn(): Promise<void> {
  await nextTurn()
  turnBegan = performance.now()
}

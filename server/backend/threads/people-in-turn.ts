import { oneAtATime } from '../../lib/one-at-a-time.ts'

export type InTurn = <T>(accountId: string, task: () => Promise<T>) => Promise<T>

/** Creates a limiter: one task per person at a time, and at most `most` in total. Other tasks wait in order of arrival. */
export function peopleInTurn(most: number): InTurn {
  const ofOne = oneAtATime()
  const waiting: (() => void)[] = []
  let running = 0

  async function amongAll<T>(task: () => Promise<T>): Promise<T> {
    if (running < most) running += 1
    else await new Promise<void>(goOn => waiting.push(goOn))
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }

  return (accountId, task) => ofOne(accountId, () => amongAll(task))
}

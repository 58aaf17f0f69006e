/** Runs tasks with the same key one after another. Tasks with different keys do not wait for each other. */
export function oneAtATime() {
  const tails = new Map<string, Promise<unknown>>()
  return async function run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = tails.get(key)
    const mine = (before ?? Promise.resolve()).then(task, task)
    tails.set(key, mine)
    try {
      return await mine
    } finally {
      if (tails.get(key) === mine) tails.delete(key)
    }
  }
}

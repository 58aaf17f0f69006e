/** Something that a format cannot hold, and how often it was left out or changed. */
export interface Loss {
  message: string
  count: number
}

export type LossTally = ReturnType<typeof lossTally>

/** Counts what a writer could not write. The same sentence is one loss. */
export function lossTally() {
  const counts = new Map<string, number>()
  return {
    add: (message: string) => void counts.set(message, (counts.get(message) ?? 0) + 1),
    list: (): Loss[] => [...counts].map(([message, count]) => ({ message, count }))
  }
}

/** Pixels as files hold them: a millionth of a pixel is kept, the noise of sums below it is not. */
export function pixels(value: number): number {
  return Math.round(value * 1e6) / 1e6
}

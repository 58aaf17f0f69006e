const minuteMs = 60_000

/** Counts calls per key in windows of one minute. The counter runs for every call, so it must be cheap. */
export function minuteCounts(mostPerMinute: number) {
  const counts = new Map<string, number>()
  let endsAt = 0

  function current(): Map<string, number> {
    if (Date.now() >= endsAt) {
      counts.clear()
      endsAt = Date.now() + minuteMs
    }
    return counts
  }

  return {
    add(key: string, points = 1): void {
      const now = current()
      now.set(key, (now.get(key) ?? 0) + points)
    },
    /** Returns the seconds until the next window if the limit is exceeded, else 0. */
    secondsToWait(key: string): number {
      return (current().get(key) ?? 0) > mostPerMinute ? Math.max(1, Math.ceil((endsAt - Date.now()) / 1000)) : 0
    }
  }
}

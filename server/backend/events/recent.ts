import type { ServerEvent } from '../../../shared/contracts/events.ts'
import { repeatedSeconds } from '../../../shared/limits.ts'

/** Maximum number of events to keep. Together, the events stay below a stream's limit on unsent bytes. */
const mostKept = 1_000

export interface RecentEvents {
  add(event: ServerEvent): void
  /** @returns the events of the last `seconds`, oldest first */
  since(seconds: number): ServerEvent[]
}

/**
 * Keeps recent changes and the latest job states, for pages that open their stream only after their first reads. Identical changes are kept
 * once, with their latest time. Presence is not kept, because pages announce it repeatedly.
 * @param now monotonic clock in milliseconds
 */
export function recentEvents(now: () => number = () => performance.now()): RecentEvents {
  /** Events by key, oldest first. */
  const kept = new Map<string, { event: ServerEvent; at: number }>()

  function dropOld() {
    for (const [key, { at }] of kept) {
      if (kept.size <= mostKept && now() - at <= repeatedSeconds * 1000) return
      kept.delete(key)
    }
  }

  return {
    add(event) {
      if (event.type === 'presence') return
      const key = event.type === 'job' ? `job ${event.job.id}` : JSON.stringify(event)
      kept.delete(key)
      kept.set(key, { event, at: now() })
      dropOld()
    },
    since(seconds) {
      const from = now() - seconds * 1000
      return [...kept.values()].filter(({ at }) => at >= from).map(({ event }) => event)
    }
  }
}

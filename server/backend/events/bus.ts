import type { ServerEvent } from '../../../shared/contracts/events.ts'
import { recentEvents } from './recent.ts'

/** Bus that sends events to the open pages. Delivery is best effort, because pages also reload their data automatically. */
export interface EventBus {
  /** Publishes an event. Call it after the change has been committed. Never throws and never waits for a listener. */
  publish(event: ServerEvent): void
  /** @returns the function that ends the subscription */
  subscribe(listen: (event: ServerEvent) => void): () => void
  /** Returns the changes and job states of the last `seconds`, oldest first. */
  recent(seconds: number): ServerEvent[]
  close(): Promise<void>
}

/** Event bus within a single process. */
export function localEventBus(): EventBus {
  const listeners = new Set<(event: ServerEvent) => void>()
  const kept = recentEvents()
  return {
    publish(event) {
      kept.add(event)
      for (const listen of listeners) listen(event)
    },
    subscribe(listen) {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    recent: kept.since,
    async close() {
      listeners.clear()
    }
  }
}

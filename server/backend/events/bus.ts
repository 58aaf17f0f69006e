import type { ServerEvent } from '../../../shared/contracts/events.ts'

/** Tells the open pages of people that something happened. Telling is best effort: pages also read again by themselves. */
export interface EventBus {
  /** Call after the change is committed. Never throws and never waits for a listener. */
  publish(event: ServerEvent): void
  /** @returns the function that ends the subscription */
  subscribe(listen: (event: ServerEvent) => void): () => void
  close(): Promise<void>
}

/** For one process. */
export function localEventBus(): EventBus {
  const listeners = new Set<(event: ServerEvent) => void>()
  return {
    publish(event) {
      for (const listen of listeners) listen(event)
    },
    subscribe(listen) {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    async close() {
      listeners.clear()
    }
  }
}

import { useSyncExternalStore } from 'react'

export type ShellDialog = 'palette' | 'keys'

let shown: ShellDialog | null = null
const watchers = new Set<() => void>()

/**
 * Opens a dialog of the frame, or closes it with null. The state is kept outside the frames, because a navigation may replace one frame with another.
 * Keys pressed during the change reach the frame that leaves.
 */
export function showDialog(next: ShellDialog | null): void {
  shown = next
  for (const watcher of watchers) watcher()
}

export function useShownDialog(): ShellDialog | null {
  return useSyncExternalStore(watch, () => shown)
}

function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

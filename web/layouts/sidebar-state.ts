import { useSyncExternalStore } from 'react'

let expanded = false
const watchers = new Set<() => void>()

/** Opens or closes the sidebar. It starts closed, and keeps its state across pages. */
export function setSidebar(next: boolean): void {
  expanded = next
  for (const watcher of watchers) watcher()
}

export function toggleSidebar(): void {
  setSidebar(!expanded)
}

export function useSidebar(): boolean {
  return useSyncExternalStore(watch, () => expanded)
}

function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

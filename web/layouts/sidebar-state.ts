import { useSyncExternalStore } from 'react'

let expanded = false
const watchers = new Set<() => void>()

/** Starts collapsed with every visit, and stays as it is from page to page. */
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

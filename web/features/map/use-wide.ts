import { useSyncExternalStore } from 'react'

const query = matchMedia('(width >= 1100px)')

function watch(watcher: () => void) {
  query.addEventListener('change', watcher)
  return () => query.removeEventListener('change', watcher)
}

/** Returns whether a panel fits beside the chart. The style sheet has the same breakpoint. */
export const useWide = (): boolean => useSyncExternalStore(watch, () => query.matches)

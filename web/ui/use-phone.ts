import { useSyncExternalStore } from 'react'
import { mobileBreakpointPx } from '../../shared/limits.ts'

const query = matchMedia(`(width < ${mobileBreakpointPx}px)`)

function watch(watcher: () => void) {
  query.addEventListener('change', watcher)
  return () => query.removeEventListener('change', watcher)
}

/** True when the window is narrower than the mobile breakpoint. */
export function usePhone(): boolean {
  return useSyncExternalStore(watch, () => query.matches)
}

import { useEffect, useSyncExternalStore } from 'react'
import type { DebugEntry } from '../../api/debug-entry.ts'
import { DebugLog, debugLog } from '../../api/debug-log.ts'

/** Returns the live debug log of this browser, with the entries of all tabs. */
export function useDebugLog(): readonly DebugEntry[] {
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      if (DebugLog.isKey(key)) debugLog.reread()
    }
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [])
  return useSyncExternalStore(debugLog.subscribe, debugLog.entries)
}

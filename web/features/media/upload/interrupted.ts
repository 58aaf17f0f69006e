import { useCallback, useState, useSyncExternalStore } from 'react'
import { isUnfinished } from './upload-item.ts'
import { uploads } from './uploads.ts'

/** Time for which the server keeps an unfinished upload: about a day. */
const keptMs = 24 * 3_600_000
/** Returns the prefix of the storage keys of tus-js-client, which are `tus::` + our fingerprint + `::` + a number. */
const prefix = (projectId: string) => `tus::isobath-${projectId}-`

interface Stored {
  metadata?: { filename?: string }
  creationTime?: string
}

/** Lists the file names of uploads to a project that a reload or a crash interrupted. Empty while uploads to it are in progress. */
export function useInterrupted(projectId: string): { names: string[]; forget: () => void } {
  const { items } = useSyncExternalStore(uploads.subscribe, uploads.snapshot)
  const [, setForgotten] = useState(0)
  const busy = items.some(item => item.projectId === projectId && isUnfinished(item))
  const forget = useCallback(() => {
    for (const [key] of entries(projectId)) localStorage.removeItem(key)
    setForgotten(times => times + 1)
  }, [projectId])
  return { names: busy ? [] : entries(projectId).flatMap(([, stored]) => stored.metadata?.filename ?? []), forget }
}

function entries(projectId: string): [string, Stored][] {
  try {
    return Object.keys(localStorage)
      .filter(key => key.startsWith(prefix(projectId)))
      .map((key): [string, Stored] => [key, JSON.parse(localStorage.getItem(key) ?? '{}')])
      .filter(([, { creationTime }]) => Date.now() - new Date(creationTime ?? 0).getTime() < keptMs)
  } catch {
    return [] // storage is forbidden, or the entry is not ours
  }
}

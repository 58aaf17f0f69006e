import { useCallback, useState, useSyncExternalStore } from 'react'
import { forgetInterrupted, interruptedUploads } from '../../../api/interrupted-uploads.ts'
import { mediaFingerprint } from './tus-sender.ts'
import { isUnfinished } from './upload-item.ts'
import { uploads } from './uploads.ts'

/** Lists the file names of uploads to a project that a reload or a crash interrupted. Empty while uploads to it are in progress. */
export function useInterrupted(projectId: string): { names: string[]; forget: () => void } {
  const { items } = useSyncExternalStore(uploads.subscribe, uploads.snapshot)
  const [, setForgotten] = useState(0)
  const busy = items.some(item => item.projectId === projectId && isUnfinished(item))
  const forget = useCallback(() => {
    forgetInterrupted(mediaFingerprint(projectId))
    setForgotten(times => times + 1)
  }, [projectId])
  return { names: busy ? [] : interruptedUploads(mediaFingerprint(projectId)), forget }
}

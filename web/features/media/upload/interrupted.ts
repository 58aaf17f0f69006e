import { useCallback, useState, useSyncExternalStore } from 'react'
import { forgetInterrupted, interruptedUploads } from '../../../api/interrupted-uploads.ts'
import { mediaFingerprint } from './tus-sender.ts'
import { isUnfinished } from './upload-item.ts'
import { uploads } from './uploads.ts'

/** Returns the file names of interrupted uploads to a project, and a function that forgets them. Empty while the project receives uploads. */
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

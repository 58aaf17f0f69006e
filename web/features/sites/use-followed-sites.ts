import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFeature } from '../../api/capabilities.ts'
import { listenToServer } from '../../api/events.ts'
import { refreshSites } from './queries.ts'

/** Changes that come close together are read once. */
const settleMs = 600

/** Keeps surveys and sites true while others edit them. */
export function useFollowedSites(projectId: string): void {
  const client = useQueryClient()
  const told = useFeature('events')
  useEffect(() => {
    if (!told) return
    let timer: ReturnType<typeof setTimeout> | null = null
    const renew = () => {
      timer ??= setTimeout(() => {
        timer = null
        void refreshSites(client, projectId)
      }, settleMs)
    }
    const stop = listenToServer(event => {
      if (event.type === 'changed' && event.noun === 'sites' && event.projectId === projectId) renew()
    }, renew)
    return () => {
      stop()
      if (timer) clearTimeout(timer)
    }
  }, [client, projectId, told])
}

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFeature } from '../../api/capabilities.ts'
import { listenToServer } from '../../api/events.ts'
import { exchangeKeys } from './queries.ts'

/** Refetches exports and imports of a project when one of their jobs progresses. */
export function useFollowedExchange(projectId: string): void {
  const client = useQueryClient()
  const hasEvents = useFeature('events')
  useEffect(() => {
    if (!hasEvents) return
    const renew = () => void client.invalidateQueries({ queryKey: exchangeKeys.all })
    return listenToServer(event => {
      if (event.type === 'job' && event.job.projectId === projectId && event.job.kind.startsWith('exchange.')) renew()
    }, renew)
  }, [client, hasEvents, projectId])
}

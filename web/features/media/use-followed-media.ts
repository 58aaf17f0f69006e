import type { QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useFeature } from '../../api/capabilities.ts'
import { listenToServer } from '../../api/events.ts'
import { type ImageCard, refreshLists, refreshPages } from '../../imagery/images.ts'
import type { CardIndex } from '../../ui/card-index.ts'
import type { MediaFilter } from './queries.ts'
import { onArrival } from './upload/uploads.ts'

/** Delay that combines changes in quick succession into one refetch, in milliseconds. */
const settleMs = 600
/** Interval in milliseconds for retrying a failed refetch, and for refetching during image preparation in case no event arrives. */
const pollMs = 4_000

/**
 * Keeps the gallery up to date while files arrive and thumbnails are made. Near the top, the whole list is refetched. Further down, only the pages in
 * view are refreshed, so that the person keeps their place. In that case, `waiting` is true, because there may be more to show.
 */
// Long: steps that share the same local state.
export function useFollowedMedia(
  client: QueryClient,
  projectId: string,
  filter: MediaFilter,
  cards: CardIndex<ImageCard>,
  pagesInView: () => readonly [number, number]
): { waiting: boolean; show: () => void } {
  const [waiting, setWaiting] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)

  const isShown = useRef(true)
  const latest = useRef({ filter, pagesInView })
  useLayoutEffect(() => {
    latest.current = { filter, pagesInView }
  }, [filter, pagesInView])
  const renew = useCallback(
    function renew(afterMs: number = settleMs) {
      timer.current ??= setTimeout(() => {
        timer.current = null
        const { filter, pagesInView } = latest.current
        const [first, last] = pagesInView()
        setWaiting(last > 1)
        const read = last > 1 ? refreshPages(client, projectId, { ...filter, filter: '' }, first, last) : refreshLists(client, projectId)
        read.catch(error => (isShown.current && mayPass(error) ? renew(pollMs) : undefined)) // the shown images stay in the meantime
      }, afterMs)
    },
    [client, projectId]
  )
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  useEffect(() => onArrival(item => (item.projectId === projectId ? renew() : undefined)), [projectId, renew])

  const hasEvents = useFeature('events')
  useEffect(() => {
    if (!hasEvents) return
    return listenToServer(
      event => {
        if (event.type === 'changed' && event.noun === 'media' && event.projectId === projectId) renew()
      },
      () => renew()
    )
  }, [hasEvents, projectId, renew])

  const preparing = hasPreparing(cards)
  useEffect(() => {
    if (!preparing) return
    const again = setInterval(() => renew(), pollMs)
    return () => clearInterval(again)
  }, [preparing, renew])

  const show = useCallback(() => {
    setWaiting(false)
    document.getElementById('media-heading')?.scrollIntoView({ block: 'center' })
    refreshLists(client, projectId).catch(error => (mayPass(error) ? renew(pollMs) : undefined))
  }, [client, projectId, renew])
  return { waiting, show }
}

/** Returns whether a retry may succeed: without a response, or with a busy server. A refusal is final. */
const mayPass = (error: unknown) => !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500

function hasPreparing(cards: CardIndex<ImageCard>): boolean {
  for (let index = 0; index < Math.min(cards.length, 400); index++) if (cards.at(index)?.state === 'processing') return true
  return false
}

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'
import { indexCards } from '../../ui/card-index.ts'
import { type MediaFilter, mediaOfProject } from './queries.ts'
import { useFollowedMedia } from './use-followed-media.ts'
import { useWayToEnd } from './use-way-to-end.ts'

export type MediaList = ReturnType<typeof useMediaList>

/** Loads the images that match a filter, page by page. @param mediaCount number of images in the project, if known */
export function useMediaList(projectId: string, filter: MediaFilter, mediaCount: number | undefined) {
  const client = useQueryClient()
  const query = useInfiniteQuery(mediaOfProject(projectId, filter))
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const cards = useMemo(() => indexCards(query.data?.pages ?? []), [query.data])
  const range = useRef({ first: 0, end: 0 })

  const onRange = useCallback(
    (first: number, end: number) => {
      range.current = { first, end }
      if (end + 60 > cards.length && hasNextPage && !isFetchingNextPage && !isFetchNextPageError)
        void fetchNextPage({ cancelRefetch: false })
    },
    [cards.length, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]
  )
  const wayToEnd = useWayToEnd(query, filter)
  const pagesInView = useCallback(() => {
    // changes must not shorten a list that is being loaded to the end
    const { first, end } = wayToEnd.going ? { first: cards.length, end: cards.length } : range.current
    return [cards.pageOf(first), cards.pageOf(end)] as const
  }, [cards, wayToEnd.going])
  const changes = useFollowedMedia(client, projectId, filter, cards, pagesInView)

  // cells of pages that are not loaded are laid out too, so that the scroll bar has its final size
  const whole = filter.search === '' ? mediaCount : undefined
  const isReading = wayToEnd.going || (isFetchingNextPage && range.current.first > cards.length)
  return {
    ...{ cards, changes, onRange, query, wayToEnd },
    /** Number of cells that are laid out. */
    placeCount: hasNextPage ? Math.max(cards.length + 24, whole ?? 0) : cards.length,
    /** Total number of images if known, otherwise the number loaded. Null before the first page. */
    count: query.data === undefined ? null : hasNextPage ? (whole ?? cards.length) : cards.length,
    /** Number of all images that match the filter, if known. */
    total: hasNextPage ? whole : cards.length,
    reading: isReading ? { read: cards.length, of: whole, stop: wayToEnd.going ? wayToEnd.stop : undefined } : null,
    readOn: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
    }
  }
}

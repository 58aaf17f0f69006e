import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { ImageCard } from '../../imagery/images.ts'
import { imagesToAnnotate, oneImage } from './queries.ts'

export interface Images {
  list: readonly ImageCard[]
  current: ImageCard | undefined
  /** Index of the current image in the loaded list; -1 if it is not loaded or does not match. */
  at: number
  before: ImageCard | undefined
  after: ImageCard | undefined
  hasMore: boolean
  readMore: () => void
}

/** Loads the images of a project that match a filter. The current image is the one in the URL or, without one, the first. */
export function useImages(projectId: string, imageId: string | null, filter: string) {
  const query = useInfiniteQuery(imagesToAnnotate(projectId, filter))
  const list = useMemo(() => query.data?.pages.flatMap(page => page.items) ?? [], [query.data])
  const at = imageId === null ? (list.length > 0 ? 0 : -1) : list.findIndex(({ id }) => id === imageId)
  const named = useQuery({ ...oneImage(imageId ?? ''), enabled: imageId !== null && at < 0 && query.data !== undefined })
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const mayReadOn = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  const nearEnd = list.length === 0 || (at >= 0 && at >= list.length - 10)
  useEffect(() => {
    if (nearEnd && mayReadOn) void fetchNextPage()
  }, [nearEnd, mayReadOn, fetchNextPage])

  // An image that does not match a new filter stays on the canvas until the next step.
  const shown = useRef<ImageCard | undefined>(undefined)
  const kept = shown.current?.id === imageId ? shown.current : undefined
  const current = at >= 0 ? list[at] : (named.data ?? kept)
  useEffect(() => {
    shown.current = current
  }, [current])

  const images: Images = {
    list,
    current,
    at,
    before: at > 0 ? list[at - 1] : undefined,
    after: at >= 0 ? list[at + 1] : filter ? list[0] : undefined,
    hasMore: hasNextPage,
    readMore: () => {
      if (mayReadOn) void fetchNextPage()
    }
  }
  return { query, named, images }
}

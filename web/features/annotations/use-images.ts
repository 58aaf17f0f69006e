import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { type AnnotateImage, imagesOfProject, oneImage } from './queries.ts'

export interface Images {
  list: readonly AnnotateImage[]
  current: AnnotateImage | undefined
  /** Place of the current image in the list; -1 while it lies beyond what was read. */
  at: number
  before: AnnotateImage | undefined
  after: AnnotateImage | undefined
  hasMore: boolean
  readMore: () => void
}

/** The images of a project and the one that the address names; without one it is the first. */
export function useImages(projectId: string, imageId: string | null) {
  const query = useInfiniteQuery(imagesOfProject(projectId))
  const list = useMemo(() => query.data?.pages.flatMap(page => page.items) ?? [], [query.data])
  const at = imageId === null ? (list.length > 0 ? 0 : -1) : list.findIndex(({ id }) => id === imageId)
  const named = useQuery({ ...oneImage(imageId ?? ''), enabled: imageId !== null && at < 0 && query.data !== undefined })
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const nearEnd = at >= 0 && at >= list.length - 10
  useEffect(() => {
    if (nearEnd && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [nearEnd, hasNextPage, isFetchingNextPage, fetchNextPage])
  const images: Images = {
    list,
    current: at >= 0 ? list[at] : named.data,
    at,
    before: at > 0 ? list[at - 1] : undefined,
    after: at >= 0 ? list[at + 1] : undefined,
    hasMore: hasNextPage,
    readMore: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
    }
  }
  return { query, named, images }
}

import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Media, MediaListQuery } from '../../shared/contracts/media.ts'
import { call } from '../api/call.ts'
import { patchPages } from '../api/patch-pages.ts'

export type MediaSort = NonNullable<MediaListQuery['sort']>

/** Search, order and filter of a list of images. */
export interface ImageList {
  /** Part of a file name; empty for all images. */
  search: string
  sort: MediaSort
  /** Filter in the format of shared/filters.ts; empty for all images. */
  filter: string
}

/** Properties of an image for lists and canvases. The others are not kept in memory, because a project may have 100,000 images. */
export type ImageCard = Pick<
  Media,
  | 'id'
  | 'projectId'
  | 'fileName'
  | 'format'
  | 'width'
  | 'height'
  | 'tiled'
  | 'state'
  | 'failure'
  | 'annotationCount'
  | 'workState'
  | 'eventDate'
  | 'depthInMeters'
  | 'decimalLatitude'
  | 'decimalLongitude'
>

interface CardPage {
  items: ImageCard[]
  nextCursor: string | null
}

type CardPages = InfiniteData<CardPage, string | null>

/** Size of the first page. It is small, so that the page arrives quickly. Later pages have the maximum size that the server allows. */
const firstPageSize = 60
const pageSize = 200
/** Polling interval in milliseconds for an image that is being prepared, in case no event arrives. */
const pollMs = 4_000

export const mediaKeys = {
  all: ['media'] as const,
  lists: (projectId: string) => [...mediaKeys.all, 'lists', projectId] as const,
  list: (projectId: string, list: ImageList) => [...mediaKeys.lists(projectId), list] as const,
  items: ['media', 'item'] as const,
  item: (mediaId: string) => [...mediaKeys.items, mediaId] as const
}

export function toCard(media: Media): ImageCard {
  const { id, projectId, fileName, format, width, height, tiled, state, failure, annotationCount, workState } = media
  const { eventDate, depthInMeters, decimalLatitude, decimalLongitude } = media
  const facts = { id, projectId, fileName, format, width, height, tiled, state, failure, annotationCount, workState }
  return { ...facts, eventDate, depthInMeters, decimalLatitude, decimalLongitude }
}

async function fetchCards(
  projectId: string,
  { search, sort, filter }: ImageList,
  cursor: string | null,
  signal?: AbortSignal
): Promise<CardPage> {
  const query = {
    sort,
    limit: cursor === null ? firstPageSize : pageSize,
    ...(search && { search }),
    ...(filter && { filter }),
    ...(cursor !== null && { cursor })
  }
  const { items, nextCursor } = await call('GET /projects/:projectId/media', { params: { projectId }, query, signal })
  return { items: items.map(toCard), nextCursor }
}

/** Images of a project, page by page. With a filter, a page before the last one may be empty. */
export const imagesOfProject = (projectId: string, list: ImageList) =>
  infiniteQueryOptions({
    queryKey: mediaKeys.list(projectId, list),
    queryFn: ({ pageParam, signal }) => fetchCards(projectId, list, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor
  })

/** Image with all its properties. It is polled while it is being prepared. */
export const mediaItem = (mediaId: string) =>
  queryOptions({
    queryKey: mediaKeys.item(mediaId),
    queryFn: ({ signal }) => call('GET /media/:mediaId', { params: { mediaId }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'processing' ? pollMs : false)
  })

/** Changes every cached copy of a card in the lists of its project. A `change` that returns null removes the card. */
export function patchCard(client: QueryClient, projectId: string, mediaId: string, change: (card: ImageCard) => ImageCard | null): void {
  patchPages<CardPages>(client, mediaKeys.lists(projectId), data => {
    const changed = (card: ImageCard) => (card.id === mediaId ? (change(card) ?? []) : card)
    const pages = data.pages.map(page =>
      page.items.some(({ id }) => id === mediaId) ? { ...page, items: page.items.flatMap(changed) } : page
    )
    return { ...data, pages }
  })
}

/** Updates every cached copy of an image with the newest version from the server. */
export function takeMedia(client: QueryClient, media: Media): void {
  client.setQueryData(mediaKeys.item(media.id), media)
  patchCard(client, media.projectId, media.id, () => toCard(media))
}

/** Updates the work state of an image in every cached copy. */
export function showWorkState(client: QueryClient, projectId: string, mediaId: string, workState: Media['workState']): void {
  client.setQueryData<Media>(mediaKeys.item(mediaId), media => media && { ...media, workState })
  patchCard(client, projectId, mediaId, card => ({ ...card, workState }))
}

/**
 * Refetches the lists of a project. Only the first two pages of a long list are kept. The others are fetched again when they come into
 * view.
 * @throws Error when a list on the screen could not be fetched
 */
export function refreshLists(client: QueryClient, projectId: string): Promise<void> {
  client.setQueriesData<CardPages>({ queryKey: mediaKeys.lists(projectId) }, data =>
    data && data.pages.length > 2 ? { pages: data.pages.slice(0, 2), pageParams: data.pageParams.slice(0, 2) } : data
  )
  return client.invalidateQueries({ queryKey: mediaKeys.lists(projectId) }, { throwOnError: true })
}

/** Drops the lists that no screen shows. They are fetched again when they are next shown. */
export function forgetHiddenLists(client: QueryClient, projectId: string): void {
  client.removeQueries({ queryKey: mediaKeys.lists(projectId), type: 'inactive' })
}

/** Refetches only the pages in view and updates them in place, so that the scroll position stays the same. */
export async function refreshPages(client: QueryClient, projectId: string, list: ImageList, first: number, last: number): Promise<void> {
  const { queryKey } = imagesOfProject(projectId, list)
  const known = client.getQueryData(queryKey)
  for (let number = first; known && number <= Math.min(last, known.pages.length - 1); number++) {
    const fresh = await fetchCards(projectId, list, (known.pageParams[number] ?? null) as string | null)
    client.setQueryData(
      queryKey,
      data => data && { ...data, pages: data.pages.map((page, at) => (at === number ? inPlace(page, fresh) : page)) }
    )
  }
}

/** Page with updated cards. The set of cards stays the same, so that none is shown twice or lost. */
function inPlace(page: CardPage, fresh: CardPage): CardPage {
  const byId = new Map(fresh.items.map(item => [item.id, item]))
  return { ...page, items: page.items.map(item => byId.get(item.id) ?? item) }
}

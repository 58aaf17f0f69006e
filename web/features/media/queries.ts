import { type InfiniteData, infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ClockSetting } from '../../../shared/contracts/camera-clocks.ts'
import type { Media, MediaEdit, MediaListQuery, MetadataReport } from '../../../shared/contracts/media.ts'
import { call } from '../../api/call.ts'

export type MediaSort = NonNullable<MediaListQuery['sort']>

export interface MediaFilter {
  search: string
  sort: MediaSort
}

/** What the gallery and the viewer's first paint need of a media item. A project may hold 100,000, so the rest is left out of memory. */
export type MediaCard = Pick<
  Media,
  'id' | 'projectId' | 'fileName' | 'format' | 'width' | 'height' | 'tiled' | 'state' | 'failure' | 'eventDate' | 'depthInMeters'
>

export interface CardPage {
  items: MediaCard[]
  nextCursor: string | null
}

/** The first page is small, so that it comes at once; the others are as large as the server allows. */
const firstPageSize = 60
const pageSize = 200

export const mediaKeys = {
  all: ['media'] as const,
  lists: (projectId: string) => [...mediaKeys.all, 'lists', projectId] as const,
  list: (projectId: string, filter: MediaFilter) => [...mediaKeys.lists(projectId), filter] as const,
  items: ['media', 'item'] as const,
  item: (mediaId: string) => [...mediaKeys.items, mediaId] as const
}

export function toCard(media: Media): MediaCard {
  const { id, projectId, fileName, format, width, height, tiled, state, failure, eventDate, depthInMeters } = media
  return { id, projectId, fileName, format, width, height, tiled, state, failure, eventDate, depthInMeters }
}

async function fetchCards(
  projectId: string,
  { search, sort }: MediaFilter,
  cursor: string | null,
  signal?: AbortSignal
): Promise<CardPage> {
  const query = { search, sort, limit: cursor === null ? firstPageSize : pageSize, ...(cursor !== null && { cursor }) }
  const { items, nextCursor } = await call('GET /projects/:projectId/media', { params: { projectId }, query, signal })
  return { items: items.map(toCard), nextCursor }
}

export const mediaOfProject = (projectId: string, filter: MediaFilter) =>
  infiniteQueryOptions({
    queryKey: mediaKeys.list(projectId, filter),
    queryFn: ({ pageParam, signal }) => fetchCards(projectId, filter, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
    refetchOnMount: query => ((query.state.data?.pages.length ?? 0) <= 2 ? 'always' : true), // others add too; a long list waits for its turn
    structuralSharing: false // comparing 100,000 cards with themselves at every page would be felt
  })

export const mediaItem = (mediaId: string) =>
  queryOptions({
    queryKey: mediaKeys.item(mediaId),
    queryFn: ({ signal }) => call('GET /media/:mediaId', { params: { mediaId }, signal }),
    staleTime: 30_000
  })

type CardPages = InfiniteData<CardPage, string | null>

/** Changes every copy of one card in the lists of its project; null takes it out. */
function patchCard(client: QueryClient, projectId: string, mediaId: string, card: MediaCard | null): void {
  client.setQueriesData<CardPages>({ queryKey: mediaKeys.lists(projectId) }, data => {
    if (!data) return data
    const pages = data.pages.map(page => {
      if (!page.items.some(item => item.id === mediaId)) return page
      const items = card ? page.items.map(item => (item.id === mediaId ? card : item)) : page.items.filter(item => item.id !== mediaId)
      return { ...page, items }
    })
    return { ...data, pages }
  })
}

/** The server's newest word on one media item goes to the viewer and to every list. */
export function takeMedia(client: QueryClient, media: Media): void {
  client.setQueryData(mediaKeys.item(media.id), media)
  patchCard(client, media.projectId, media.id, toCard(media))
}

export const reviseMedia = (mediaId: string) =>
  mutationOptions({
    mutationKey: ['media', 'revise'],
    mutationFn: (edit: MediaEdit) => call('PATCH /media/:mediaId', { params: { mediaId }, json: edit }),
    onSuccess: (media, _edit, _saved, { client }) => {
      takeMedia(client, media)
      void refreshProject(client, media.projectId)
    }
  })

export const removeMedia = (projectId: string) =>
  mutationOptions({
    mutationKey: ['media', 'remove'],
    mutationFn: (mediaId: string) => call('DELETE /media/:mediaId', { params: { mediaId } }),
    onSuccess: (_nothing, mediaId, _saved, { client }) => {
      patchCard(client, projectId, mediaId, null)
      client.removeQueries({ queryKey: mediaKeys.item(mediaId) })
      void refreshProject(client, projectId)
    }
  })

export interface Attaching {
  /** Only reports what the table would do. */
  dryRun: boolean
  /** Of the clock of times without a zone; null: they are left out. */
  setting: ClockSetting | null
}

/** Reads a metadata table. */
export function attachMetadata(
  projectId: string,
  table: File,
  { dryRun, setting }: Attaching,
  signal?: AbortSignal
): Promise<MetadataReport> {
  const stream = new Blob([table], { type: 'text/csv' })
  return call('POST /projects/:projectId/media/metadata', { params: { projectId }, query: { dryRun, ...setting }, stream, signal })
}

export interface KnownMedia {
  sha256: string
  mediaId: string
  fileName: string
}

/** Which of these contents the project already has. At most 500 hashes at once. */
export async function knownMedia(projectId: string, sha256: string[]): Promise<KnownMedia[]> {
  return (await call('POST /projects/:projectId/media/known', { params: { projectId }, json: { sha256 } })).known
}

/**
 * Reads the lists of a project again. Of a list that was scrolled far, only the first two pages stay:
 * the others are read again when they come into view.
 * @throws when a list that is shown could not be read
 */
export function refreshLists(client: QueryClient, projectId: string): Promise<void> {
  client.setQueriesData<CardPages>({ queryKey: mediaKeys.lists(projectId) }, data =>
    data && data.pages.length > 2 ? { pages: data.pages.slice(0, 2), pageParams: data.pageParams.slice(0, 2) } : data
  )
  return client.invalidateQueries({ queryKey: mediaKeys.lists(projectId) }, { throwOnError: true })
}

/** What else is shown of a project follows from its media: counts, depths, activity. */
export function refreshProject(client: QueryClient, projectId: string): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== mediaKeys.all[0] && queryKey.includes(projectId) })
}

/** Forgets the lists that no screen shows: the next one reads them anew. */
export function forgetHiddenLists(client: QueryClient, projectId: string): void {
  client.removeQueries({ queryKey: mediaKeys.lists(projectId), type: 'inactive' })
}

/** Reads only the pages in view again, in their places: someone who scrolled far stays where they are. */
export async function refreshPages(
  client: QueryClient,
  projectId: string,
  filter: MediaFilter,
  first: number,
  last: number
): Promise<void> {
  const { queryKey } = mediaOfProject(projectId, filter)
  const known = client.getQueryData(queryKey)
  for (let number = first; known && number <= Math.min(last, known.pages.length - 1); number++) {
    const fresh = await fetchCards(projectId, filter, (known.pageParams[number] ?? null) as string | null)
    client.setQueryData(
      queryKey,
      data => data && { ...data, pages: data.pages.map((page, at) => (at === number ? inPlace(page, fresh) : page)) }
    )
  }
}

/** New facts for the cards that a page already shows; the page keeps its edges, so that no card is shown twice or lost. */
function inPlace(page: CardPage, fresh: CardPage): CardPage {
  const byId = new Map(fresh.items.map(item => [item.id, item]))
  return { ...page, items: page.items.map(item => byId.get(item.id) ?? item) }
}

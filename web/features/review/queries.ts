import { type InfiniteData, infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { BulkChange, BulkEdit, PastBulkEdit, ReviewItem, ReviewSort } from '../../../shared/contracts/review.ts'
import type { LabelIndex } from '../../annotation/label-index.ts'
import { renewLists, reviewKeys } from '../../annotation/review-lists.ts'
import { call } from '../../api/call.ts'
import { patchPages } from '../../api/patch-pages.ts'
import { patchOutline } from '../../imagery/patch-outline.ts'

export type { ReviewSort }

export interface ReviewView {
  /** Filter in the format of shared/filters.ts. */
  filter: string
  sort: ReviewSort
}

/** Annotation fields that the grid shows. The others are not kept in memory, because a project may have a million annotations. */
export type PatchCard = Pick<
  ReviewItem,
  'id' | 'mediaId' | 'labelId' | 'confidence' | 'reviewState' | 'reviewedBy' | 'reviewedAt' | 'source' | 'fileName' | 'revision'
> & {
  /** Revision for which the crop was requested. It stays the same when the label is edited, because the crop does not change. */
  patchRevision: number
  /** Outline in the crop as SVG path data; null if there is none. */
  outline: string | null
  removed: boolean
}

export interface CardPage {
  items: PatchCard[]
  nextCursor: string | null
}

export type CardPages = InfiniteData<CardPage, string | null>

const firstPageSize = 100
const pageSize = 200
/** Page size while the view is far beyond the loaded part. */
const largestPageSize = 1_000

function toCard(item: ReviewItem): PatchCard {
  const { id, mediaId, labelId, confidence, reviewState, reviewedBy, reviewedAt, source, fileName, revision, removed } = item
  const review = { reviewState, reviewedBy, reviewedAt }
  return {
    id,
    mediaId,
    labelId,
    confidence,
    ...review,
    source,
    fileName,
    revision,
    removed,
    patchRevision: revision,
    outline: patchOutline(item)
  }
}

/** Query for a project's annotations, page by page. @param isFarAhead whether the view is far beyond the loaded rows */
export const annotationPages = (projectId: string, view: ReviewView, isFarAhead: () => boolean) =>
  infiniteQueryOptions({
    queryKey: reviewKeys.list(projectId, view),
    queryFn: async ({ pageParam, signal }): Promise<CardPage> => {
      const { filter, sort } = view
      const limit = pageParam === null ? firstPageSize : isFarAhead() ? largestPageSize : pageSize
      const query = { filter, sort, limit, ...(pageParam !== null && { cursor: pageParam }) }
      const { items, nextCursor } = await call('GET /projects/:projectId/annotations', { params: { projectId }, query, signal })
      return { items: items.map(toCard), nextCursor }
    },
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
    staleTime: 30_000,
    refetchOnWindowFocus: false, // the grid must keep its order when a person returns to the window
    structuralSharing: false // comparing 100,000 cards for every new page is slow
  })

export const annotationCount = (projectId: string, filter: string) =>
  queryOptions({
    queryKey: [...reviewKeys.counts(projectId), filter],
    queryFn: async ({ signal }) =>
      (await call('GET /projects/:projectId/annotations/count', { params: { projectId }, query: { filter }, signal })).count,
    placeholderData: keepPreviousData,
    staleTime: 30_000
  })

/** Annotations to change in a bulk edit: individual ones with the revisions shown, or all that match a filter. */
export type Target = { annotations: { id: string; revision: number }[] } | { filter: string }

export const editInBulk = (projectId: string, target: Target, change: BulkChange): Promise<BulkEdit> =>
  call('POST /projects/:projectId/annotations/bulk', { params: { projectId }, json: { ...target, change } })

const pollMs = 1_000

/** Query for a bulk edit, polled until its job has ended. */
export const bulkEdit = (projectId: string, bulkId: string) =>
  queryOptions({
    queryKey: reviewKeys.bulk(bulkId),
    queryFn: ({ signal }) => call('GET /projects/:projectId/annotations/bulk/:bulkId', { params: { projectId, bulkId }, signal }),
    refetchInterval: query => (isAtWork(query.state.data) ? pollMs : false)
  })

export const isAtWork = (bulk: BulkEdit | undefined): boolean => !bulk || bulk.job?.state === 'waiting' || bulk.job?.state === 'running'

/** Query for any member's changes to two or more annotations, page by page. */
export const pastBulkEdits = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: reviewKeys.past(projectId),
    queryFn: ({ pageParam, signal }) =>
      call('GET /projects/:projectId/annotations/bulk', {
        params: { projectId },
        query: pageParam === null ? {} : { cursor: pageParam },
        signal
      }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
    refetchInterval: query => (query.state.data?.pages.some(({ items }) => items.some(edit => edit.isAtWork)) ? pollMs : false),
    staleTime: 0,
    gcTime: 0
  })

/** Fetches the person's newest change that has not been undone, with any number of annotations; null if there is none. */
export async function newestOwnBulkEdit(projectId: string): Promise<PastBulkEdit | null> {
  const { items } = await call('GET /projects/:projectId/annotations/bulk', { params: { projectId }, query: { show: 'mine', limit: 1 } })
  return items[0] ?? null
}

export const makePatches = (projectId: string) => call('POST /projects/:projectId/annotations/patches', { params: { projectId } })

/** Updates cards in place in all cached lists of a project, so that nothing jumps in the grid. */
export function changeCards(client: QueryClient, projectId: string, change: (card: PatchCard) => PatchCard): void {
  patchPages<CardPages>(client, reviewKeys.lists(projectId), data => {
    const pages = data.pages.map(page => {
      const items = page.items.map(change)
      return items.some((item, at) => item !== page.items[at]) ? { ...page, items } : page
    })
    return { ...data, pages }
  })
}

/** Returns the newest cached state of each card. A card that is no longer in a list stays as it is. */
export function newestCards(client: QueryClient, projectId: string, cards: readonly PatchCard[]): PatchCard[] {
  const newest = new Map(cards.map(card => [card.id, card]))
  for (const [, data] of client.getQueriesData<CardPages>({ queryKey: reviewKeys.lists(projectId) }))
    for (const { items } of data?.pages ?? [])
      for (const card of items) if (card.revision >= (newest.get(card.id)?.revision ?? Infinity)) newest.set(card.id, card)
  return cards.map(card => newest.get(card.id) ?? card)
}

/** Refetches all lists if a card's label is no longer in the catalog, because the annotation has another label now. */
export async function renewRenamed(client: QueryClient, projectId: string, labelIndex: LabelIndex): Promise<void> {
  const lists = client.getQueriesData<CardPages>({ queryKey: reviewKeys.lists(projectId) })
  const isGone = ({ labelId }: PatchCard) => labelId !== null && !labelIndex.get(labelId)
  if (lists.some(([, data]) => data?.pages.some(({ items }) => items.some(isGone)))) await renewLists(client, projectId)
}

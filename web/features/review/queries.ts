import { type InfiniteData, infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { BulkChange, BulkEdit, PastBulkEdit, ReviewItem, ReviewSort } from '../../../shared/contracts/review.ts'
import type { LabelBook } from '../../annotation/label-book.ts'
import { renewLists, reviewKeys } from '../../annotation/review-lists.ts'
import { call } from '../../api/call.ts'

export type { ReviewSort }

export interface ReviewView {
  /** As shared/filters.ts writes it. */
  filter: string
  sort: ReviewSort
}

/** The parts of an annotation that the grid shows. A project may have a million, so the rest is left out of memory. */
export type PatchCard = Pick<
  ReviewItem,
  'id' | 'mediaId' | 'labelId' | 'confidence' | 'reviewState' | 'reviewedBy' | 'reviewedAt' | 'source' | 'fileName' | 'revision'
> & {
  /** The revision that the patch was asked for: an edit of the label changes no picture. */
  patchRevision: number
  removed: boolean
}

export interface CardPage {
  items: PatchCard[]
  nextCursor: string | null
}

export type CardPages = InfiniteData<CardPage, string | null>

const firstPageSize = 100
const pageSize = 200
/** While the screen is far ahead of what is loaded. */
const largestPageSize = 1_000

function toCard(item: ReviewItem): PatchCard {
  const { id, mediaId, labelId, confidence, reviewState, reviewedBy, reviewedAt, source, fileName, revision, removed } = item
  const review = { reviewState, reviewedBy, reviewedAt }
  return { id, mediaId, labelId, confidence, ...review, source, fileName, revision, removed, patchRevision: revision }
}

/** Annotations of a project, page by page. `isFarAhead`: whether more than the next few rows are waited for. */
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
    refetchOnWindowFocus: false, // who comes back must not find the grid in another order
    structuralSharing: false // comparing 100,000 cards with themselves at every page would be felt
  })

export const annotationCount = (projectId: string, filter: string) =>
  queryOptions({
    queryKey: [...reviewKeys.counts(projectId), filter],
    queryFn: async ({ signal }) =>
      (await call('GET /projects/:projectId/annotations/count', { params: { projectId }, query: { filter }, signal })).count,
    placeholderData: keepPreviousData,
    staleTime: 30_000
  })

/** Which annotations a bulk edit is about: some by name, each with the revision that is shown, or all that a filter means. */
export type Meant = { annotations: { id: string; revision: number }[] } | { filter: string }

export const editInBulk = (projectId: string, meant: Meant, change: BulkChange): Promise<BulkEdit> =>
  call('POST /projects/:projectId/annotations/bulk', { params: { projectId }, json: { ...meant, change } })

const pollMs = 1_000

/** Progress of a bulk edit by a job, read again until the job has ended. */
export const bulkEdit = (projectId: string, bulkId: string) =>
  queryOptions({
    queryKey: reviewKeys.bulk(bulkId),
    queryFn: ({ signal }) => call('GET /projects/:projectId/annotations/bulk/:bulkId', { params: { projectId, bulkId }, signal }),
    refetchInterval: query => (isAtWork(query.state.data) ? pollMs : false)
  })

export const isAtWork = (bulk: BulkEdit | undefined): boolean => !bulk || bulk.job?.state === 'waiting' || bulk.job?.state === 'running'

/** Changes of two annotations or more, by anyone, page by page. */
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

/** The newest of one's own changes that was not taken back, of any number. */
export async function newestOwnBulkEdit(projectId: string): Promise<PastBulkEdit | null> {
  const { items } = await call('GET /projects/:projectId/annotations/bulk', { params: { projectId }, query: { show: 'mine', limit: 1 } })
  return items[0] ?? null
}

export const makePatches = (projectId: string) => call('POST /projects/:projectId/annotations/patches', { params: { projectId } })

/** Changes cards in every list of a project, at their places: nothing jumps while someone works in the grid. */
export function changeCards(client: QueryClient, projectId: string, change: (card: PatchCard) => PatchCard): void {
  client.setQueriesData<CardPages>({ queryKey: reviewKeys.lists(projectId) }, data => {
    if (!data) return data
    const pages = data.pages.map(page => {
      const items = page.items.map(change)
      return items.some((item, at) => item !== page.items[at]) ? { ...page, items } : page
    })
    return { ...data, pages }
  })
}

/** Reads the lists again when cards in them have a label that is not in the catalog any more: they are called otherwise now. */
export async function renewRenamed(client: QueryClient, projectId: string, book: LabelBook): Promise<void> {
  const lists = client.getQueriesData<CardPages>({ queryKey: reviewKeys.lists(projectId) })
  const isGone = ({ labelId }: PatchCard) => labelId !== null && !book.get(labelId)
  if (lists.some(([, data]) => data?.pages.some(({ items }) => items.some(isGone)))) await renewLists(client, projectId)
}

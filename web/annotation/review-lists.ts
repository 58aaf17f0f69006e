import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { BulkEdit } from '../../shared/contracts/review.ts'
import { call } from '../api/call.ts'

export const reviewKeys = {
  all: ['review'] as const,
  lists: (projectId: string) => [...reviewKeys.all, 'lists', projectId] as const,
  list: (projectId: string, view: object) => [...reviewKeys.lists(projectId), view] as const,
  counts: (projectId: string) => [...reviewKeys.all, 'counts', projectId] as const,
  filters: (projectId: string) => [...reviewKeys.all, 'filters', projectId] as const,
  bulk: (bulkId: string) => [...reviewKeys.all, 'bulk', bulkId] as const,
  past: (projectId: string) => [...reviewKeys.all, 'past', projectId] as const
}

export const undoBulk = (projectId: string, bulkId: string): Promise<BulkEdit> =>
  call('POST /projects/:projectId/annotations/bulk/:bulkId/undo', { params: { projectId, bulkId } })

/** Refetches the review lists, from their first page, and their counts. */
export async function renewLists(client: QueryClient, projectId: string): Promise<void> {
  client.setQueriesData<InfiniteData<unknown>>({ queryKey: reviewKeys.lists(projectId) }, data =>
    data && data.pages.length > 1 ? { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) } : data
  )
  await client.invalidateQueries({ queryKey: reviewKeys.lists(projectId) })
  await client.invalidateQueries({ queryKey: reviewKeys.counts(projectId) })
}

import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Label, LabelDraft, OutlineLabel } from '../../../shared/contracts/taxonomy.ts'
import { call } from '../../api/call.ts'

export const labelKeys = {
  all: ['labels'] as const,
  outline: (projectId: string) => [...labelKeys.all, 'outline', projectId] as const,
  one: (labelId: string) => [...labelKeys.all, 'one', labelId] as const,
  history: (labelId: string, revision: number) => [...labelKeys.all, 'history', labelId, revision] as const
}

/** Query for all labels of a project's catalog, sorted by name. */
export const labelOutline = (projectId: string) =>
  queryOptions({
    queryKey: labelKeys.outline(projectId),
    queryFn: ({ signal }): Promise<{ labels: OutlineLabel[] }> =>
      call('GET /projects/:projectId/labels/outline', { params: { projectId }, signal }),
    staleTime: 30_000, // it includes annotation counts
    structuralSharing: false // comparing 100,000 labels with themselves is slow
  })

export const oneLabel = (labelId: string) =>
  queryOptions({
    queryKey: labelKeys.one(labelId),
    queryFn: ({ signal }) => call('GET /labels/:labelId', { params: { labelId }, signal }),
    staleTime: 30_000
  })

/**
 * Fetches a label for a change to it.
 * It is no query: one that a closing card or a colleague's change cancels would end the change with it.
 * @throws ApiError when the label cannot be fetched
 */
export const newestLabel = (labelId: string): Promise<Label> => call('GET /labels/:labelId', { params: { labelId } })

/** Query for the numbers of annotations and images that a change to a label affects. Refetched on every use. */
export const labelUse = (labelId: string) =>
  queryOptions({
    queryKey: [...labelKeys.one(labelId), 'use'],
    queryFn: ({ signal }) => call('GET /labels/:labelId/use', { params: { labelId }, signal }),
    staleTime: 0
  })

/** Query for the history of a label. The query key includes the revision, so that a newer revision causes a refetch. */
export const labelHistory = (labelId: string, revision: number) =>
  queryOptions({
    queryKey: labelKeys.history(labelId, revision),
    queryFn: ({ signal }) => call('GET /labels/:labelId/history', { params: { labelId }, signal })
  })

export const createLabel = (projectId: string, draft: LabelDraft): Promise<Label> =>
  call('POST /projects/:projectId/labels', { params: { projectId }, json: draft })

export function refreshCatalog(client: QueryClient, projectId: string): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: labelKeys.outline(projectId) }),
    client.invalidateQueries({ queryKey: [...labelKeys.all, 'one'] })
  ])
}

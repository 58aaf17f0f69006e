import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { AssignmentReport, NamePattern, SurveyDraft, SurveyEdit } from '../../../shared/contracts/sites.ts'
import { call } from '../../api/call.ts'

export const siteKeys = {
  all: ['sites'] as const,
  of: (projectId: string) => [...siteKeys.all, projectId] as const,
  list: (projectId: string) => [...siteKeys.of(projectId), 'list'] as const,
  images: (projectId: string) => [...siteKeys.of(projectId), 'images'] as const
}

export const sitesOf = (projectId: string) =>
  queryOptions({
    queryKey: siteKeys.list(projectId),
    queryFn: ({ signal }) => call('GET /projects/:projectId/sites', { params: { projectId }, signal }),
    staleTime: 30_000
  })

/** Images with their sites, sorted by name. */
export const imagesOf = (projectId: string, search: string) =>
  infiniteQueryOptions({
    queryKey: [...siteKeys.images(projectId), search],
    queryFn: async ({ pageParam, signal }) => {
      const query = { search, sort: 'name' as const, limit: 200, ...(pageParam !== null && { cursor: pageParam }) }
      const { items, nextCursor } = await call('GET /projects/:projectId/media', { params: { projectId }, query, signal })
      return { items: items.map(({ id, fileName, siteId }) => ({ id, fileName, siteId })), nextCursor }
    },
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor
  })

/** Preview of an assignment by file names. */
export const previewByName = (projectId: string, pattern: NamePattern) =>
  queryOptions({
    queryKey: [...siteKeys.of(projectId), 'preview', pattern],
    queryFn: ({ signal }) =>
      call('POST /projects/:projectId/sites/assign-by-name/preview', { params: { projectId }, json: pattern, signal }),
    retry: false,
    staleTime: 0,
    gcTime: 0
  })

/** Refetches the sites and the results of a project. */
export function refreshSites(client: QueryClient, projectId: string): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey: [noun, id] }) => (noun === 'sites' || noun === 'results') && id === projectId })
}

export const saveSurvey = (projectId: string, surveyId: string | null) =>
  mutationOptions({
    mutationKey: ['saveSurvey', projectId],
    mutationFn: ({ revision, ...draft }: SurveyDraft & { revision?: number }) =>
      surveyId === null
        ? call('POST /projects/:projectId/surveys', { params: { projectId }, json: draft })
        : call('PATCH /surveys/:surveyId', { params: { surveyId }, json: { ...draft, revision } as SurveyEdit }),
    onSettled: (_survey, _error, _draft, _before, { client }) => refreshSites(client, projectId)
  })

export const removeSurvey = (projectId: string) =>
  mutationOptions({
    mutationKey: ['removeSurvey', projectId],
    mutationFn: (surveyId: string) => call('DELETE /surveys/:surveyId', { params: { surveyId } }),
    onSettled: (_nothing, _error, _id, _before, { client }) => refreshSites(client, projectId)
  })

export const assignByHand = (projectId: string) =>
  mutationOptions({
    mutationKey: ['assignByHand', projectId],
    mutationFn: (json: { mediaIds: string[]; siteId: string | null }) =>
      call('POST /projects/:projectId/sites/assign', { params: { projectId }, json }),
    onSuccess: (_done, _variables, _before, { client }) => refreshSites(client, projectId)
  })

export const assignByName = (projectId: string) =>
  mutationOptions({
    mutationKey: ['assignByName', projectId],
    mutationFn: (json: NamePattern) => call('POST /projects/:projectId/sites/assign-by-name', { params: { projectId }, json }),
    onSuccess: (_report, _variables, _before, { client }) => refreshSites(client, projectId)
  })

interface TableRequest {
  table: File
  createSites: boolean
  dryRun: boolean
}

/** Assigns images by a table. With `dryRun`, it merely returns the report. */
export function assignByTable(projectId: string, { table, ...query }: TableRequest, signal?: AbortSignal): Promise<AssignmentReport> {
  const stream = new Blob([table], { type: 'text/csv' })
  return call('POST /projects/:projectId/sites/assign-by-table', { params: { projectId }, query, stream, signal })
}

import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { reviewKeys } from '../review-lists.ts'

/** Query for the file name of an import. The name never changes. */
export const importedFile = (importId: string) =>
  queryOptions({
    queryKey: ['importedFile', importId],
    queryFn: async ({ signal }) => (await call('GET /imports/:importId', { params: { importId }, signal })).fileName,
    staleTime: Infinity
  })

export const savedFilters = (projectId: string) =>
  queryOptions({
    queryKey: reviewKeys.filters(projectId),
    queryFn: async ({ signal }) => (await call('GET /projects/:projectId/filters', { params: { projectId }, signal })).filters
  })

export const saveFilter = (projectId: string, name: string, filter: string) =>
  call('POST /projects/:projectId/filters', { params: { projectId }, json: { name, filter } })

export const forgetFilter = (projectId: string, filterId: string) =>
  call('DELETE /projects/:projectId/filters/:filterId', { params: { projectId, filterId } })

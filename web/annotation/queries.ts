import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

export const annotateKeys = {
  all: ['annotations'] as const
}

/** Annotators of a project, for filters. */
export const annotators = (projectId: string) =>
  queryOptions({
    queryKey: [...annotateKeys.all, 'annotators', projectId],
    queryFn: async ({ signal }) => (await call('GET /projects/:projectId/annotators', { params: { projectId }, signal })).annotators
  })

import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The title of a project with unsent edits. Fails if the person no longer has access to the project. */
export const nameOfProject = (projectId: string) =>
  queryOptions({
    queryKey: ['waiting', 'project', projectId],
    queryFn: async ({ signal }) => (await call('GET /projects/:projectId', { params: { projectId }, signal })).title,
    retry: false
  })

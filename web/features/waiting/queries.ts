import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The name of a project in which edits wait; it fails when the project is not there for this person any more. */
export const nameOfProject = (projectId: string) =>
  queryOptions({
    queryKey: ['waiting', 'project', projectId],
    queryFn: async ({ signal }) => (await call('GET /projects/:projectId', { params: { projectId }, signal })).title,
    retry: false
  })

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Query for the latest activity in all of the person's projects. Refetched on every visit, so that the list is never out of date. */
export const latestActivity = (limit: number) =>
  queryOptions({
    queryKey: ['activity', 'all', limit],
    queryFn: ({ signal }) => call('GET /activity', { query: { limit }, signal }),
    select: page => page.items,
    staleTime: 0
  })

export const activityOf = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: ['activity', 'project', projectId],
    queryFn: ({ signal, pageParam }) =>
      call('GET /projects/:projectId/activity', { params: { projectId }, query: { limit: 10, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.nextCursor ?? undefined,
    staleTime: 0
  })

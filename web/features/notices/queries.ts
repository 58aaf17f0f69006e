import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Returns the query for the three newest notices. If there are fewer, the server adds hints. */
export const notices = () =>
  queryOptions({
    queryKey: ['notices'],
    queryFn: ({ signal }) => call('GET /notices', { signal }),
    select: answer => answer.notices,
    staleTime: 60_000
  })

import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import { credentials } from './credentials.ts'
import { queryClient } from './query-client.ts'

/**
 * Starts a query of a screen while the session is still being restored, so that the first render has its data. Without a session, no request
 * is sent. Failures are left to the screen.
 */
export function readAhead<Data, Key extends QueryKey>(query: FetchQueryOptions<Data, Error, Data, Key>): void {
  if (credentials().isOpen()) void queryClient.prefetchQuery(query)
}

import { MutationCache, QueryCache, type QueryClient } from '@tanstack/react-query'
import { queryCacheMs, queryRetries, queryStaleMs, retryDelayCapMs } from '../../shared/limits.ts'
import { ApiError, isNotOffered } from './api-error.ts'
import { debugLog } from './debug-log.ts'
import { FreshQueryClient } from './fresh-query-client.ts'

/** Delay before a retry: 1 s, 2 s, 4 s, … at most 30 s. @param failures from 0 */
export const retryDelayMs = (failures: number): number => Math.min(1000 * 2 ** failures, retryDelayCapMs)

/** Returns whether a failed query is retried, up to three times. An ended session (401) and a call that the backend lacks are not retried. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (isNotOffered(error) || (error instanceof ApiError && error.status === 401)) return false
  return failures < queryRetries
}

export function createQueryClient(): QueryClient {
  return new FreshQueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => debugLog.add('ERROR', `Query ${JSON.stringify(query.queryKey)} failed`, error)
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) =>
        debugLog.add('ERROR', `Change ${JSON.stringify(mutation.options.mutationKey ?? [])} failed`, error)
    }),
    defaultOptions: {
      queries: { staleTime: queryStaleMs, gcTime: queryCacheMs, retry: shouldRetry, retryDelay: retryDelayMs, refetchOnWindowFocus: false },
      mutations: { retry: false }
    }
  })
}

export const queryClient = createQueryClient()

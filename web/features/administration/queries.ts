import { infiniteQueryOptions, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { LogLine } from '../../../shared/contracts/administration.ts'
import { call } from '../../api/call.ts'

const all = ['administration'] as const
/** Polling interval, in milliseconds, for values that change on the server. */
const renewMs = 5_000

const pages = {
  initialPageParam: '',
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor ?? undefined
}
const at = (cursor: string) => (cursor ? { cursor } : {})

export const serverState = () =>
  queryOptions({ queryKey: [...all, 'server'], staleTime: 0, queryFn: ({ signal }) => call('GET /admin/server', { signal }) })

export const people = (q: string) =>
  infiniteQueryOptions({
    queryKey: [...all, 'people', q],
    queryFn: ({ pageParam, signal }) => call('GET /admin/people', { query: { ...(q && { q }), ...at(pageParam) }, signal }),
    ...pages,
    staleTime: 0,
    placeholderData: keepPreviousData
  })

export const openLinks = () =>
  infiniteQueryOptions({
    queryKey: [...all, 'invitations'],
    queryFn: ({ pageParam, signal }) => call('GET /admin/invitations', { query: at(pageParam), signal }),
    ...pages,
    staleTime: 0
  })

export const storage = () =>
  infiniteQueryOptions({
    queryKey: [...all, 'storage'],
    queryFn: ({ pageParam, signal }) => call('GET /admin/storage', { query: at(pageParam), signal }),
    ...pages,
    staleTime: 0
  })

export type JobsShown = 'open' | 'failed'

export const jobs = (state: JobsShown) =>
  infiniteQueryOptions({
    queryKey: [...all, 'jobs', state],
    queryFn: ({ pageParam, signal }) => call('GET /admin/jobs', { query: { state, ...at(pageParam) }, signal }),
    ...pages,
    staleTime: 0,
    refetchInterval: renewMs
  })

export const log = (level: LogLine['level']) =>
  queryOptions({
    queryKey: [...all, 'log', level],
    queryFn: ({ signal }) => call('GET /admin/log', { query: { level }, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData
  })

export const endJob = (action: 'cancel' | 'retry') =>
  mutationOptions({
    mutationKey: [...all, action],
    mutationFn: (jobId: string) => call(`POST /admin/jobs/:jobId/${action}`, { params: { jobId } }),
    onSettled: (_job, _error, _id, _before, { client }) => client.invalidateQueries({ queryKey: [...all, 'jobs'] })
  })

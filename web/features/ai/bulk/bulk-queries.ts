import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Suggestion } from '../../../../shared/contracts/ai.ts'
import type { AcceptanceDraft, AcceptanceScope, BulkAcceptance } from '../../../../shared/contracts/bulk-acceptances.ts'
import { call } from '../../../api/call.ts'
import { aiKeys, refreshAi } from '../queries.ts'

const pollMs = 1000

/** Whether a job is currently applying or undoing the acceptance. */
export const isMoving = ({ state, job }: BulkAcceptance): boolean =>
  (state === 'accepting' || state === 'undoing') && (job?.state === 'waiting' || job?.state === 'running')

export const probesWith = (aiRunId: string) =>
  queryOptions({
    queryKey: ['ai', 'probes', aiRunId],
    queryFn: ({ signal }) => call('GET /ai/runs/:aiRunId/probes', { params: { aiRunId }, signal }),
    staleTime: 2000
  })

export const acceptancesOf = (aiRunId: string) =>
  queryOptions({
    queryKey: ['ai', 'acceptances', aiRunId],
    queryFn: async ({ signal }) => (await call('GET /ai/runs/:aiRunId/acceptances', { params: { aiRunId }, signal })).items,
    staleTime: 2000,
    refetchInterval: ({ state }) => (state.data?.some(isMoving) ? pollMs : false)
  })

/**
 * Query for batches of suggestions mixed with a random sample. Each batch replaces the previous one. The query key begins like those of the
 * other suggestion lists, so that decisions update these cards too.
 */
export const mixedBatches = (aiRunId: string, scope: AcceptanceScope, sampleSize: number) =>
  infiniteQueryOptions({
    queryKey: [...aiKeys.suggestions(aiRunId), 'mixed', scope, sampleSize],
    queryFn: async ({ signal }): Promise<{ items: Suggestion[]; nextCursor: string | null }> => {
      const { items } = await call('POST /ai/runs/:aiRunId/mixed-batches', { params: { aiRunId }, json: { ...scope, sampleSize }, signal })
      return { items, nextCursor: null }
    },
    initialPageParam: '',
    maxPages: 1,
    getNextPageParam: (_page, _pages, last) => `${last}+`,
    getPreviousPageParam: () => undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false
  })

export const acceptInBulk = (aiRunId: string) =>
  mutationOptions({
    mutationKey: ['ai', 'acceptInBulk'],
    mutationFn: (json: AcceptanceDraft) => call('POST /ai/runs/:aiRunId/acceptances', { params: { aiRunId }, json }),
    onSettled: (_acceptance, _error, _draft, _before, { client }) => refreshAi(client)
  })

export const undoInBulk = () =>
  mutationOptions({
    mutationKey: ['ai', 'undoInBulk'],
    mutationFn: (bulkAcceptanceId: string) => call('POST /ai/acceptances/:bulkAcceptanceId/undo', { params: { bulkAcceptanceId } }),
    onSettled: (_acceptance, _error, _id, _before, { client }) => refreshAi(client)
  })

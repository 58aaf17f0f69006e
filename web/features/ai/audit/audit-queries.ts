import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { AuditReport } from '../../../../shared/contracts/acceptance-audits.ts'
import { call } from '../../../api/call.ts'
import { refreshAi } from '../queries.ts'

const auditKey = (bulkAcceptanceId: string) => ['ai', 'audit', bulkAcceptanceId] as const

export const auditWith = (bulkAcceptanceId: string) =>
  queryOptions({
    queryKey: auditKey(bulkAcceptanceId),
    queryFn: ({ signal }) => call('GET /ai/acceptances/:bulkAcceptanceId/audit', { params: { bulkAcceptanceId }, signal }),
    staleTime: 2000
  })

/** Query for the next crops. Only the screen refetches them, because an answer must not move the crop on show. */
export const auditItemsOf = (bulkAcceptanceId: string) =>
  queryOptions({
    queryKey: ['audit-items', bulkAcceptanceId],
    queryFn: async ({ signal }) =>
      (await call('GET /ai/acceptances/:bulkAcceptanceId/audit/items', { params: { bulkAcceptanceId }, signal })).items,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false
  })

export const differencesOf = (bulkAcceptanceId: string) =>
  infiniteQueryOptions({
    queryKey: [...auditKey(bulkAcceptanceId), 'differences'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /ai/acceptances/:bulkAcceptanceId/audit/differences', {
        params: { bulkAcceptanceId },
        query: { ...(pageParam && { cursor: pageParam }) },
        signal
      }),
    initialPageParam: '',
    getNextPageParam: page => page.nextCursor ?? undefined,
    staleTime: 2000
  })

export const answerItem = (bulkAcceptanceId: string) =>
  mutationOptions({
    mutationKey: ['ai', 'answerAudit'],
    scope: { id: `answers of ${bulkAcceptanceId}` },
    mutationFn: ({ auditItemId, labelId }: { auditItemId: string; labelId: string | null }) =>
      call('PUT /ai/audit-items/:auditItemId/answer', { params: { auditItemId }, json: { labelId } }),
    onSuccess: (audit, _answer, _before, { client }) =>
      client.setQueryData<AuditReport>(auditKey(bulkAcceptanceId), report => report && { ...report, ...audit }),
    onSettled: (_audit, error, _answer, _before, { client }) =>
      error ? client.invalidateQueries({ queryKey: auditKey(bulkAcceptanceId), exact: true }) : undefined
  })

export const withdrawAnswer = (bulkAcceptanceId: string) =>
  mutationOptions({
    mutationKey: ['ai', 'withdrawAnswer'],
    scope: { id: `answers of ${bulkAcceptanceId}` },
    mutationFn: (auditItemId: string) => call('DELETE /ai/audit-items/:auditItemId/answer', { params: { auditItemId } }),
    onSettled: (_answer, _error, _id, _before, { client }) =>
      client.invalidateQueries({ queryKey: auditKey(bulkAcceptanceId), exact: true })
  })

export const endAudit = (bulkAcceptanceId: string) =>
  mutationOptions({
    mutationKey: ['ai', 'endAudit'],
    mutationFn: () => call('POST /ai/acceptances/:bulkAcceptanceId/audit/end', { params: { bulkAcceptanceId } }),
    onSettled: (_report, _error, _nothing, _before, { client }) => refreshAi(client)
  })

export const relabelDifference = () =>
  mutationOptions({
    mutationKey: ['ai', 'relabelDifference'],
    mutationFn: (auditItemId: string) => call('POST /ai/audit-items/:auditItemId/relabel', { params: { auditItemId } }),
    onSettled: (_difference, _error, _id, _before, { client }) => refreshAi(client)
  })

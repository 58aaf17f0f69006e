import { infiniteQueryOptions, keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Observation, ObservationDraft, ObservationFilter } from '../../../shared/contracts/observations.ts'
import { call } from '../../api/call.ts'

export const observationKeys = { of: (projectId: string) => ['observations', projectId] as const }

const rowsAtOnce = 50

export const observationsOf = (projectId: string, filter: ObservationFilter) =>
  infiniteQueryOptions({
    queryKey: [...observationKeys.of(projectId), filter],
    queryFn: ({ pageParam, signal }) =>
      call('GET /projects/:projectId/observations', {
        params: { projectId },
        query: { ...filter, limit: rowsAtOnce, ...(pageParam && { cursor: pageParam }) },
        signal
      }),
    initialPageParam: '',
    getNextPageParam: page => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 5000
  })

/** Returns the query for one observation. */
export const observationOf = (projectId: string, observationId: string) =>
  queryOptions({
    queryKey: [...observationKeys.of(projectId), 'one', observationId],
    queryFn: ({ signal }) => call('GET /observations/:observationId', { params: { observationId }, signal }),
    staleTime: 5000
  })

export const historyOf = ({ id, projectId, revision }: Observation) =>
  queryOptions({
    queryKey: [...observationKeys.of(projectId), 'history', id, revision],
    queryFn: ({ signal }) => call('GET /observations/:observationId/history', { params: { observationId: id }, signal }),
    staleTime: 5000
  })

export const refreshObservations = (client: QueryClient, projectId: string): Promise<void> =>
  client.invalidateQueries({ queryKey: observationKeys.of(projectId) })

/** Returns the mutation that adds an observation, or edits the given one. */
export const saveObservation = (projectId: string, before: Observation | null) =>
  mutationOptions({
    mutationKey: ['observations', 'save'],
    mutationFn: (json: ObservationDraft) =>
      before
        ? call('PATCH /observations/:observationId', {
            params: { observationId: before.id },
            json: { ...json, revision: before.revision }
          })
        : call('POST /projects/:projectId/observations', { params: { projectId }, json }),
    onSettled: (_saved, _error, _json, _before, { client }) => refreshObservations(client, projectId)
  })

export const removeObservation = (projectId: string) =>
  mutationOptions({
    mutationKey: ['observations', 'remove'],
    mutationFn: (observationId: string) => call('DELETE /observations/:observationId', { params: { observationId } }),
    onSettled: (_nothing, _error, _id, _before, { client }) => refreshObservations(client, projectId)
  })

export const restoreObservation = (observationId: string): Promise<Observation> =>
  call('POST /observations/:observationId/restore', { params: { observationId } })

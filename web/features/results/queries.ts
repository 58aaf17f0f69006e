import { queryOptions } from '@tanstack/react-query'
import type { CorrectedCoverQuery } from '../../../shared/contracts/corrected-cover.ts'
import type { CoverQuery, ResultsQuery, SizesQuery } from '../../../shared/contracts/results.ts'
import { call } from '../../api/call.ts'

export const resultKeys = {
  all: ['results'] as const,
  of: (projectId: string) => [...resultKeys.all, projectId] as const
}

/** Time in milliseconds for which results count as fresh. It is short, because people annotate while others view the results. */
const staleTime = 10_000

export const resultOptions = (projectId: string) =>
  queryOptions({
    queryKey: [...resultKeys.of(projectId), 'options'],
    queryFn: ({ signal }) => call('GET /projects/:projectId/results/options', { params: { projectId }, signal }),
    staleTime
  })

export const abundance = (projectId: string, query: ResultsQuery) =>
  queryOptions({
    queryKey: [...resultKeys.of(projectId), 'abundance', query],
    queryFn: ({ signal }) => call('GET /projects/:projectId/results/abundance', { params: { projectId }, query, signal }),
    staleTime,
    structuralSharing: false // a matrix may have a million cells
  })

export const summary = (projectId: string, query: ResultsQuery) =>
  queryOptions({
    queryKey: [...resultKeys.of(projectId), 'summary', query],
    queryFn: ({ signal }) => call('GET /projects/:projectId/results/summary', { params: { projectId }, query, signal }),
    staleTime
  })

export const curves = (projectId: string, query: ResultsQuery) =>
  queryOptions({
    queryKey: [...resultKeys.of(projectId), 'curves', query],
    queryFn: ({ signal }) => call('GET /projects/:projectId/results/curves', { params: { projectId }, query, signal }),
    staleTime
  })

export const sizes = (projectId: string, query: SizesQuery) =>
  queryOptions({
    queryKey: [...resultKeys.of(projectId), 'sizes', query],
    queryFn: ({ signal }) => call('GET /projects/:projectId/results/sizes', { params: { projectId }, query, signal }),
    staleTime
  })

export const cover = (projectId: string, query: CoverQuery) =>
  queryOptions({
    queryKey: [...resultKeys.of(projectId), 'cover', query],
    queryFn: ({ signal }) => call('GET /projects/:projectId/results/cover', { params: { projectId }, query, signal }),
    staleTime
  })

export const correctedCover = (projectId: string, query: CorrectedCoverQuery) =>
  queryOptions({
    queryKey: [...resultKeys.of(projectId), 'corrected-cover', query],
    queryFn: ({ signal }) => call('GET /projects/:projectId/results/corrected-cover', { params: { projectId }, query, signal }),
    staleTime
  })

/** Taxa that annotations are labelled with, the most common first. */
export const countedTaxa = (projectId: string, { filter, includeUnreviewed, confirmedOnly }: ResultsQuery) => ({
  ...abundance(projectId, {
    groupBy: 'survey',
    ...(filter && { filter }),
    ...(includeUnreviewed && { includeUnreviewed }),
    ...(confirmedOnly && { confirmedOnly })
  }),
  select: ({ taxa }: { taxa: { id: string; name: string; individuals: number }[] }) => taxa
})

import { queryOptions } from '@tanstack/react-query'
import type { SamplePlan } from '../../../shared/contracts/sampling.ts'
import { annotateKeys } from '../../annotation/queries.ts'
import { call } from '../../api/call.ts'

export const drawSamples = (projectId: string, mediaIds: string[], plan: SamplePlan) =>
  call('POST /projects/:projectId/samples', { params: { projectId }, json: { mediaIds, plan } })

const pollMs = 1_000

/** Number of images that match a filter, and the number of them that have points. */
export const sampleCount = (projectId: string, filter: string) =>
  queryOptions({
    queryKey: [...annotateKeys.all, 'sample count', projectId, filter],
    queryFn: ({ signal }) => call('GET /projects/:projectId/samples/count', { params: { projectId }, query: { filter }, signal }),
    staleTime: 0
  })

export const drawSamplesOnAll = (projectId: string, filter: string, plan: SamplePlan) =>
  call('POST /projects/:projectId/samples/draw', { params: { projectId }, json: { filter, plan } })

export const removeSamplesFromAll = (projectId: string, filter: string) =>
  call('POST /projects/:projectId/samples/remove', { params: { projectId }, json: { filter } })

/** Job that draws or removes points, polled while it is running. */
export const sampleJob = (jobId: string) =>
  queryOptions({
    queryKey: [...annotateKeys.all, 'sample job', jobId],
    queryFn: ({ signal }) => call('GET /jobs/:jobId', { params: { jobId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (!data || data.state === 'waiting' || data.state === 'running' ? pollMs : false)
  })

export const cancelSampleJob = (jobId: string) => call('POST /jobs/:jobId/cancel', { params: { jobId } })

export const removeSample = (sampleId: string) => call('DELETE /samples/:sampleId', { params: { sampleId } })

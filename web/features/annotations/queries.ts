import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { AnnotationOperation, OperationResult } from '../../../shared/contracts/annotations.ts'
import type { Media } from '../../../shared/contracts/media.ts'
import type { Sample, SamplePlan } from '../../../shared/contracts/sampling.ts'
import type { ScaleApplication, ScaleBasis, ScaleSettingsEdit } from '../../../shared/contracts/scale.ts'
import { call } from '../../api/call.ts'

/** What the list of images and the canvas need of a media item. */
export type AnnotateImage = Pick<
  Media,
  | 'id'
  | 'fileName'
  | 'format'
  | 'width'
  | 'height'
  | 'tiled'
  | 'state'
  | 'failure'
  | 'annotationCount'
  | 'workState'
  | 'eventDate'
  | 'depthInMeters'
  | 'decimalLatitude'
  | 'decimalLongitude'
>

const pageSize = 100
/** What a filter finds changes with every edit. */
const filteredStaleMs = 30_000

export const annotateKeys = {
  all: ['annotations'] as const,
  images: (projectId: string) => [...annotateKeys.all, 'images', projectId] as const
}

function toImage(media: Media): AnnotateImage {
  const { id, fileName, format, width, height, tiled, state, failure, annotationCount, workState } = media
  const { eventDate, depthInMeters, decimalLatitude, decimalLongitude } = media
  return {
    id,
    fileName,
    format,
    width,
    height,
    tiled,
    state,
    failure,
    annotationCount,
    workState,
    eventDate,
    depthInMeters,
    decimalLatitude,
    decimalLongitude
  }
}

/**
 * The images of a project by file name, page by page: those that a filter means, or that have an annotation that it means. With a filter a
 * page may be empty before the last one. While the images of another filter are read, those of the one before stay.
 */
export const imagesOfProject = (projectId: string, filter: string) =>
  infiniteQueryOptions({
    queryKey: [...annotateKeys.images(projectId), filter],
    queryFn: async ({ pageParam, signal }) => {
      const query = { sort: 'name' as const, limit: pageSize, ...(filter && { filter }), ...(pageParam !== null && { cursor: pageParam }) }
      const { items, nextCursor } = await call('GET /projects/:projectId/media', { params: { projectId }, query, signal })
      return { items: items.map(toImage), nextCursor }
    },
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
    placeholderData: (before, query) => (query?.queryKey[2] === projectId ? before : undefined),
    ...(filter && { staleTime: filteredStaleMs, refetchOnWindowFocus: false })
  })

/** One image, for an address that names one further down the list than was read. */
export const oneImage = (mediaId: string) =>
  queryOptions({
    queryKey: [...annotateKeys.all, 'image', mediaId],
    queryFn: async ({ signal }) => toImage(await call('GET /media/:mediaId', { params: { mediaId }, signal }))
  })

/** Images and people by how far they are. */
export const progressOf = (projectId: string) =>
  queryOptions({
    queryKey: [...annotateKeys.all, 'progress', projectId],
    queryFn: ({ signal }) => call('GET /projects/:projectId/progress', { params: { projectId }, signal })
  })

export async function annotationsOfMedia(mediaId: string, signal?: AbortSignal) {
  return (await call('GET /media/:mediaId/annotations', { params: { mediaId }, signal })).annotations
}

/** One annotation, also a removed one. */
export const oneAnnotation = (annotationId: string) => call('GET /annotations/:annotationId', { params: { annotationId } })

/** What was removed from an image, the last first. */
export const removedOf = (mediaId: string) =>
  queryOptions({
    queryKey: [...annotateKeys.all, 'removed', mediaId],
    queryFn: async ({ signal }) => (await call('GET /media/:mediaId/annotations/removed', { params: { mediaId }, signal })).annotations,
    staleTime: 0
  })

/** Sends edits in their order. */
export async function sendOperations(projectId: string, operations: AnnotationOperation[]): Promise<OperationResult[]> {
  const json = { operations }
  return (await call('POST /projects/:projectId/annotations/operations', { params: { projectId }, json })).results
}

/** @returns how far the image is, which may be further than oneself is */
export const setWorkState = async (mediaId: string, state: Media['workState']) =>
  (await call('PUT /media/:mediaId/work-state', { params: { mediaId }, json: { state } })).state

export const historyOf = (annotationId: string, revision: number) =>
  queryOptions({
    queryKey: [...annotateKeys.all, 'history', annotationId, revision],
    queryFn: ({ signal }) => call('GET /annotations/:annotationId/history', { params: { annotationId }, signal })
  })

export const commentsKey = [...annotateKeys.all, 'comments'] as const

/** What was said of one annotation, or of several that mean the same thing, oldest first. */
export const commentsOf = (annotationIds: readonly string[]) =>
  queryOptions({
    queryKey: [...commentsKey, ...annotationIds],
    queryFn: async ({ signal }) => {
      const each = await Promise.all(
        annotationIds.map(annotationId => call('GET /annotations/:annotationId/comments', { params: { annotationId }, signal }))
      )
      return each.flatMap(({ comments }) => comments).sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
    }
  })

/** How many comments the annotations of an image have, by id; those without any are missing. */
export const commentCounts = (mediaId: string) =>
  queryOptions({
    queryKey: [...commentsKey, 'counts', mediaId],
    queryFn: async ({ signal }) => {
      const { counts } = await call('GET /media/:mediaId/comments/counts', { params: { mediaId }, signal })
      return new Map(counts.map(({ annotationId, count }) => [annotationId, count]))
    }
  })

/** Who made annotations of a project, for filters. */
export const annotators = (projectId: string) =>
  queryOptions({
    queryKey: [...annotateKeys.all, 'annotators', projectId],
    queryFn: async ({ signal }) => (await call('GET /projects/:projectId/annotators', { params: { projectId }, signal })).annotators
  })

/** Who can be mentioned in a comment. */
export const membersToMention = (projectId: string) =>
  queryOptions({
    queryKey: [...annotateKeys.all, 'members', projectId],
    queryFn: async ({ signal }) => (await call('GET /projects/:projectId/members', { params: { projectId }, signal })).members
  })

export const addComment = (annotationId: string, text: string) =>
  call('POST /annotations/:annotationId/comments', { params: { annotationId }, json: { text } })

export const removeComment = (commentId: string) => call('DELETE /comments/:commentId', { params: { commentId } })

/** The points of an image. Who works blind takes copies the first time, which are annotations that were not there before: `taken`. */
export const samplesOf = (mediaId: string) =>
  queryOptions({
    queryKey: [...annotateKeys.all, 'samples', mediaId],
    queryFn: async ({ signal }): Promise<{ samples: Sample[]; taken?: boolean }> => {
      const params = { mediaId }
      const read = await call('GET /media/:mediaId/samples', { params, signal })
      if (read.samples.every(({ points }) => points.length > 0)) return read
      return { ...(await call('POST /media/:mediaId/samples/own-points', { params, signal })), taken: true }
    }
  })

export const drawSamples = (projectId: string, mediaIds: string[], plan: SamplePlan) =>
  call('POST /projects/:projectId/samples', { params: { projectId }, json: { mediaIds, plan } })

const pollMs = 1_000

/** How many images a filter means, and how many of these have points. */
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

/** A job that draws points or takes them away, asked again until it has ended. */
export const sampleJob = (jobId: string) =>
  queryOptions({
    queryKey: [...annotateKeys.all, 'sample job', jobId],
    queryFn: ({ signal }) => call('GET /jobs/:jobId', { params: { jobId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (!data || data.state === 'waiting' || data.state === 'running' ? pollMs : false)
  })

export const cancelSampleJob = (jobId: string) => call('POST /jobs/:jobId/cancel', { params: { jobId } })

export const removeSample = (sampleId: string) => call('DELETE /samples/:sampleId', { params: { sampleId } })

export const scaleOf = (mediaId: string) =>
  queryOptions({
    queryKey: [...annotateKeys.all, 'scale', mediaId],
    queryFn: ({ signal }) => call('GET /media/:mediaId/scale', { params: { mediaId }, signal })
  })

export const setScale = (mediaId: string, revision: number, basis: ScaleBasis) =>
  call('PUT /media/:mediaId/scale', { params: { mediaId }, json: { revision, basis } })

export const removeScale = (mediaId: string, revision: number) =>
  call('DELETE /media/:mediaId/scale', { params: { mediaId }, query: { revision } })

export const applyScale = (projectId: string, application: ScaleApplication) =>
  call('POST /projects/:projectId/scales/apply', { params: { projectId }, json: application })

export const scaleSettings = (projectId: string) =>
  queryOptions({
    queryKey: [...annotateKeys.all, 'scale settings', projectId],
    queryFn: ({ signal }) => call('GET /projects/:projectId/scale-settings', { params: { projectId }, signal })
  })

export const reviseScaleSettings = (projectId: string, settings: ScaleSettingsEdit) =>
  call('PUT /projects/:projectId/scale-settings', { params: { projectId }, json: settings })

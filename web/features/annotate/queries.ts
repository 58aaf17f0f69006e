import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { AnnotationOperation, OperationResult } from '../../../shared/contracts/annotations.ts'
import { annotateKeys } from '../../annotation/queries.ts'
import { call } from '../../api/call.ts'
import { imagesOfProject, mediaItem, toCard } from '../../imagery/images.ts'

/** Stale time of filtered image lists, in milliseconds. Short, because every edit can change the matches. */
const filteredStaleMs = 30_000

/** Query for the images that match a filter, directly or through one of their annotations, ordered by file name. */
export const imagesToAnnotate = (projectId: string, filter: string) =>
  infiniteQueryOptions({
    ...imagesOfProject(projectId, { search: '', sort: 'name', filter }),
    // The images of the previous filter stay visible while the new ones load.
    placeholderData: (before, query) => (query?.queryKey[2] === projectId ? before : undefined),
    ...(filter && { staleTime: filteredStaleMs, refetchOnWindowFocus: false })
  })

/** Query for a single image, for a URL that points beyond the loaded part of the list. */
export const oneImage = (mediaId: string) => queryOptions({ ...mediaItem(mediaId), select: toCard })

/** Query for the progress of a project, by work state and person. */
export const progressOf = (projectId: string) =>
  queryOptions({
    queryKey: [...annotateKeys.all, 'progress', projectId],
    queryFn: ({ signal }) => call('GET /projects/:projectId/progress', { params: { projectId }, signal })
  })

export async function annotationsOfMedia(mediaId: string, signal?: AbortSignal) {
  return (await call('GET /media/:mediaId/annotations', { params: { mediaId }, signal })).annotations
}

/** Fetches an annotation, even a removed one. */
export const oneAnnotation = (annotationId: string) => call('GET /annotations/:annotationId', { params: { annotationId } })

/** Query for the removed annotations of an image, most recently removed first. */
export const removedOf = (mediaId: string) =>
  queryOptions({
    queryKey: [...annotateKeys.all, 'removed', mediaId],
    queryFn: async ({ signal }) => (await call('GET /media/:mediaId/annotations/removed', { params: { mediaId }, signal })).annotations,
    staleTime: 0
  })

/** Sends edits in order. */
export async function sendOperations(projectId: string, operations: AnnotationOperation[]): Promise<OperationResult[]> {
  const json = { operations }
  return (await call('POST /projects/:projectId/annotations/operations', { params: { projectId }, json })).results
}

export const historyOf = (annotationId: string, revision: number) =>
  queryOptions({
    queryKey: [...annotateKeys.all, 'history', annotationId, revision],
    queryFn: ({ signal }) => call('GET /annotations/:annotationId/history', { params: { annotationId }, signal })
  })

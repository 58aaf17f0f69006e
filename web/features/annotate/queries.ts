import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { AnnotationOperation, OperationResult } from '../../../shared/contracts/annotations.ts'
import type { Media } from '../../../shared/contracts/media.ts'
import { type AnnotateImage, annotateKeys } from '../../annotation/queries.ts'
import { call } from '../../api/call.ts'

const pageSize = 100
/** What a filter finds changes with every edit. */
const filteredStaleMs = 30_000

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

/** Shows the state of an image in every list of the project. */
export function showWorkState(client: QueryClient, projectId: string, mediaId: string, workState: Media['workState']): void {
  type Pages = InfiniteData<{ items: AnnotateImage[]; nextCursor: string | null }>
  client.setQueriesData<Pages>({ queryKey: annotateKeys.images(projectId) }, data => {
    if (!data) return data
    const stated = (item: AnnotateImage) => (item.id === mediaId ? { ...item, workState } : item)
    return { ...data, pages: data.pages.map(page => ({ ...page, items: page.items.map(stated) })) }
  })
}

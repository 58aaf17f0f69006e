import { queryOptions } from '@tanstack/react-query'
import type { Media } from '../../shared/contracts/media.ts'
import type { Sample } from '../../shared/contracts/sampling.ts'
import { call } from '../api/call.ts'

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

export const annotateKeys = {
  all: ['annotations'] as const,
  images: (projectId: string) => [...annotateKeys.all, 'images', projectId] as const
}

/** Who made annotations of a project, for filters. */
export const annotators = (projectId: string) =>
  queryOptions({
    queryKey: [...annotateKeys.all, 'annotators', projectId],
    queryFn: async ({ signal }) => (await call('GET /projects/:projectId/annotators', { params: { projectId }, signal })).annotators
  })

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

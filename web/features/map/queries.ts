import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const mapKeys = {
  of: (projectId: string) => ['map', projectId] as const
}

/** Positions of the images of a project. The last answer stays while the next one loads. */
export const mapPoints = (projectId: string, filter: string) =>
  queryOptions({
    queryKey: [...mapKeys.of(projectId), 'points', filter],
    queryFn: ({ signal }) => call('GET /projects/:projectId/map/points', { params: { projectId }, query: { filter }, signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData
  })

/** Circle around a place, in degrees and metres. */
export interface Around {
  longitude: number
  latitude: number
  radiusInMeters: number
}

/** Images around a place, nearest first. */
export const imagesAround = (projectId: string, { longitude, latitude, radiusInMeters }: Around, filter: string, limit: number) =>
  queryOptions({
    queryKey: [...mapKeys.of(projectId), 'rows', longitude, latitude, radiusInMeters, filter, limit],
    queryFn: ({ signal }) =>
      call('GET /projects/:projectId/map/rows', {
        params: { projectId },
        query: { longitude, latitude, radiusInMeters, filter, limit },
        signal
      }),
    staleTime: 60_000,
    placeholderData: keepPreviousData
  })

export const mapKeyOf = mapKeys.of

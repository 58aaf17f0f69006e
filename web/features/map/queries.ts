import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Returns the query for the layers that administrators added, such as those from other servers. */
export const mapLayers = () =>
  queryOptions({
    queryKey: ['mapLayers'],
    queryFn: async ({ signal }) => (await call('GET /map/layers', { signal })).layers,
    staleTime: 300_000
  })

const mapKeys = {
  of: (projectId: string) => ['map', projectId] as const
}

/** Returns the query for the positions of a project's images. The last answer stays while the next one loads. */
export const mapPoints = (projectId: string, filter: string) =>
  queryOptions({
    queryKey: [...mapKeys.of(projectId), 'points', filter],
    queryFn: ({ signal }) => call('GET /projects/:projectId/map/points', { params: { projectId }, query: { filter }, signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData
  })

/** Returns the query for the tracks of a project as lines. */
export const trackLines = (projectId: string) =>
  queryOptions({
    queryKey: [...mapKeys.of(projectId), 'tracks'],
    queryFn: ({ signal }) => call('GET /projects/:projectId/navigation/lines', { params: { projectId }, signal }),
    staleTime: 60_000
  })

/** Returns the query for an area that was drawn on the map. A drawn area never changes. */
export const drawnArea = (projectId: string, areaId: string) =>
  queryOptions({
    queryKey: [...mapKeys.of(projectId), 'area', areaId],
    queryFn: ({ signal }) => call('GET /projects/:projectId/map/areas/:areaId', { params: { projectId, areaId }, signal }),
    staleTime: Infinity
  })

/** Returns the mutation that stores a drawn area. */
export const keepArea = (projectId: string) =>
  mutationOptions({
    mutationFn: (line: [longitude: number, latitude: number][]) =>
      call('POST /projects/:projectId/map/areas', { params: { projectId }, json: { line } })
  })

/** Circle around a place. The position is in degrees. */
export interface Around {
  longitude: number
  latitude: number
  radiusInMeters: number
}

/** Returns the query for the images around a place, nearest first. */
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

/** Part of the map that a query covers, with its filter. */
export interface MapPart {
  projectId: string
  /** Bounding box as `west,south,east,north`, in degrees. */
  box: string
  filter: string
  kind?: CountedKind
}

/** Kind of record that cells, marks and figures count. */
export type CountedKind = 'annotation' | 'observation'

/** Returns the query for the number of records in each H3 cell. */
export const mapCells = (
  { projectId, box, filter, kind = 'annotation' }: Omit<MapPart, 'kind'> & { kind?: CountedKind | 'image' },
  resolution: number
) =>
  queryOptions({
    queryKey: [...mapKeys.of(projectId), 'cells', kind, box, filter, resolution],
    queryFn: ({ signal }) =>
      call('GET /projects/:projectId/map/cells', { params: { projectId }, query: { kind, box, filter, resolution }, signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData
  })

/** Returns the query for single records. */
export const mapMarks = ({ projectId, box, filter, kind = 'annotation' }: MapPart) =>
  queryOptions({
    queryKey: [...mapKeys.of(projectId), 'marks', kind, box, filter],
    queryFn: ({ signal }) => call('GET /projects/:projectId/map/marks', { params: { projectId }, query: { kind, box, filter }, signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData
  })

/** Returns the query for the distribution of depths, dates and labels. */
export const mapHistograms = ({ projectId, box, filter, kind = 'annotation' }: MapPart) =>
  queryOptions({
    queryKey: [...mapKeys.of(projectId), 'histograms', kind, box, filter],
    queryFn: ({ signal }) =>
      call('GET /projects/:projectId/map/histograms', { params: { projectId }, query: { kind, box, filter }, signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData
  })

/** Maximum number of observations to request. */
const rowsOfPart = 100

/** Returns the query for the observations in a part of the map, nearest to its centre first. */
export const observationsIn = ({ projectId, box, filter }: MapPart) =>
  queryOptions({
    queryKey: [...mapKeys.of(projectId), 'observations', box, filter],
    queryFn: ({ signal }) =>
      call('GET /projects/:projectId/map/observations', { params: { projectId }, query: { box, filter, limit: rowsOfPart }, signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData
  })

/** Returns the query for the extent of all observations of a project. */
export const observationExtent = (projectId: string, filter: string) =>
  queryOptions({
    queryKey: [...mapKeys.of(projectId), 'observations', 'extent', filter],
    queryFn: async ({ signal }) =>
      (await call('GET /projects/:projectId/map/observations', { params: { projectId }, query: { filter, limit: 1 }, signal })).extent,
    staleTime: 60_000,
    placeholderData: keepPreviousData
  })

/** Fetches the annotations in a part of the map, to save them as a file. */
export const featuresIn = ({ projectId, box, filter }: MapPart) =>
  call('GET /projects/:projectId/map/features', { params: { projectId }, query: { box, filter } })

export const mapKeyOf = mapKeys.of

import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { PlacementRequest, PlacementSettings, Track, TrackEdit, TrackQuery } from '../../../shared/contracts/navigation.ts'
import { call } from '../../api/call.ts'

export const navigationKeys = {
  all: ['navigation'] as const,
  of: (projectId: string) => [...navigationKeys.all, projectId] as const,
  tracks: (projectId: string) => [...navigationKeys.of(projectId), 'tracks'] as const,
  placements: (projectId: string) => [...navigationKeys.of(projectId), 'placements'] as const,
  track: (projectId: string, trackId: string) => [...navigationKeys.of(projectId), 'track', trackId] as const
}

/** Polling interval while a job runs, in milliseconds. */
const pollMs = 1500

export const tracksOf = (projectId: string) =>
  queryOptions({
    queryKey: navigationKeys.tracks(projectId),
    queryFn: ({ signal }) => call('GET /projects/:projectId/navigation', { params: { projectId }, signal }),
    staleTime: 10_000,
    refetchInterval: ({ state }) => (state.data?.tracks.some(track => track.state === 'reading') ? pollMs : false)
  })

export const placementsOf = (projectId: string) =>
  queryOptions({
    queryKey: navigationKeys.placements(projectId),
    queryFn: ({ signal }) => call('GET /projects/:projectId/placements', { params: { projectId }, query: { limit: 50 }, signal }),
    staleTime: 10_000,
    refetchInterval: ({ state }) => (state.data?.items.some(({ state }) => state === 'running' || state === 'undoing') ? pollMs : false)
  })

export interface PartOfTrack {
  from?: string
  to?: string
  clockOffsetSeconds: number
}

export const profileOf = ({ id, projectId }: Track, part: PartOfTrack) =>
  queryOptions({
    queryKey: [...navigationKeys.track(projectId, id), 'profile', part],
    queryFn: ({ signal }) => call('GET /navigation/:trackId/profile', { params: { trackId: id }, query: part, signal }),
    placeholderData: keepPreviousData,
    staleTime: 30_000
  })

/** Returns the query for the preview of a placement. */
export const previewOf = ({ id, projectId }: Track, settings: PlacementSettings) =>
  queryOptions({
    queryKey: [...navigationKeys.track(projectId, id), 'preview', settings],
    queryFn: ({ signal }) => call('POST /navigation/:trackId/placements/preview', { params: { trackId: id }, json: settings, signal }),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    gcTime: 0
  })

export const refreshNavigation = (client: QueryClient, projectId: string): Promise<void> =>
  client.invalidateQueries({ queryKey: navigationKeys.of(projectId) })

/** Uploads a navigation file, which a job then reads. */
export function bringTrack(projectId: string, file: File, query: TrackQuery, signal: AbortSignal): Promise<Track> {
  const stream = new Blob([file], { type: 'application/octet-stream' })
  return call('POST /projects/:projectId/navigation', { params: { projectId }, query, stream, signal })
}

export const reviseTrack = (projectId: string, trackId: string) =>
  mutationOptions({
    mutationKey: ['navigation', 'revise'],
    mutationFn: (json: TrackEdit) => call('PATCH /navigation/:trackId', { params: { trackId }, json }),
    onSettled: (_track, _error, _edit, _before, { client }) => refreshNavigation(client, projectId)
  })

export const removeTrack = (projectId: string) =>
  mutationOptions({
    mutationKey: ['navigation', 'remove'],
    mutationFn: (trackId: string) => call('DELETE /navigation/:trackId', { params: { trackId } }),
    onSettled: (_nothing, _error, _id, _before, { client }) => refreshNavigation(client, projectId)
  })

export const restoreTrack = (trackId: string): Promise<Track> => call('POST /navigation/:trackId/restore', { params: { trackId } })

export const placeImages = (projectId: string, trackId: string) =>
  mutationOptions({
    mutationKey: ['navigation', 'place'],
    mutationFn: (json: PlacementRequest) => call('POST /navigation/:trackId/placements', { params: { trackId }, json }),
    onSuccess: (_placement, _variables, _before, { client }) => refreshNavigation(client, projectId)
  })

export const undoPlacement = (projectId: string) =>
  mutationOptions({
    mutationKey: ['navigation', 'undo'],
    mutationFn: (placementId: string) => call('POST /placements/:placementId/undo', { params: { placementId } }),
    onSettled: (_placement, _error, _id, _before, { client }) => refreshNavigation(client, projectId)
  })

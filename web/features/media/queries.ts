import { infiniteQueryOptions, mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { ClockSetting } from '../../../shared/contracts/camera-clocks.ts'
import type { MediaEdit, MetadataReport } from '../../../shared/contracts/media.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { type ImageList, imagesOfProject, mediaKeys, patchCard, takeMedia } from '../../imagery/images.ts'

/** Search text and sort order of the gallery. */
export type MediaFilter = Pick<ImageList, 'search' | 'sort'>

/** Returns the query for the images of a project, page by page. `isFollowed` excludes it from the full refetch in `refreshProject`. */
export const mediaOfProject = (projectId: string, filter: MediaFilter) =>
  infiniteQueryOptions({
    ...imagesOfProject(projectId, { ...filter, filter: '' }),
    refetchOnMount: query => ((query.state.data?.pages.length ?? 0) <= 2 ? 'always' : true), // others add images too; a long list only when stale
    structuralSharing: false, // comparing 100,000 cards with themselves at every page is slow
    meta: { isFollowed: true }
  })

export const reviseMedia = (mediaId: string) =>
  mutationOptions({
    mutationKey: ['media', 'revise'],
    mutationFn: (edit: MediaEdit) => call('PATCH /media/:mediaId', { params: { mediaId }, json: edit }),
    onSuccess: (media, _edit, _saved, { client }) => {
      takeMedia(client, media)
      void refreshProject(client, media.projectId)
    }
  })

/** Returns the mutation that deletes an image. One that is already deleted counts as deleted, so that a run can be tried again. */
export const removeMedia = (projectId: string) =>
  mutationOptions({
    mutationKey: ['media', 'remove'],
    mutationFn: (mediaId: string) => call('DELETE /media/:mediaId', { params: { mediaId } }).catch(unlessGone),
    onSuccess: (_nothing, mediaId, _saved, { client }) => {
      patchCard(client, projectId, mediaId, () => null)
      client.removeQueries({ queryKey: mediaKeys.item(mediaId) })
      void refreshProject(client, projectId)
    }
  })

function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) throw error
}

export interface Attaching {
  /** Whether only to report the effects of the table, without applying it. */
  dryRun: boolean
  /** Clock setting for times without a zone; null to leave these times out. */
  setting: ClockSetting | null
}

/** Sends a metadata table to apply or check it. */
export function attachMetadata(
  projectId: string,
  table: File,
  { dryRun, setting }: Attaching,
  signal?: AbortSignal
): Promise<MetadataReport> {
  const stream = new Blob([table], { type: 'text/csv' })
  return call('POST /projects/:projectId/media/metadata', { params: { projectId }, query: { dryRun, ...setting }, stream, signal })
}

export interface KnownMedia {
  sha256: string
  mediaId: string
  fileName: string
}

/** Finds the files that the project already has, by their hashes. A call accepts up to 500 hashes. */
export async function knownMedia(projectId: string, sha256: string[]): Promise<KnownMedia[]> {
  return (await call('POST /projects/:projectId/media/known', { params: { projectId }, json: { sha256 } })).known
}

/** Refetches all data derived from the media of a project: counts, depths, activity. */
export function refreshProject(client: QueryClient, projectId: string): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey, meta }) => !meta?.isFollowed && queryKey.includes(projectId) })
}

import type { Job } from '../../../shared/contracts/jobs.ts'
import type { Track, TrackQuery } from '../../../shared/contracts/navigation.ts'
import type { Scope } from '../projects/scope.ts'
import type { NavTrackTable } from './tables.ts'

export type TrackRow = NavTrackTable & { created_by_name: string | null; image_count: number }

export interface NewTrack extends Pick<Scope, 'projectId' | 'accountId'> {
  id: string
  query: TrackQuery
  fileName: string
  sizeBytes: number
  jobId: string
}

/** Row of a track whose file has not been read yet. @param at time of the edit */
export function newTrackRow({ query, ...track }: NewTrack, at: string): NavTrackTable {
  const { name, platform, source, fileName: _, ...parameters } = query
  return {
    id: track.id,
    project_id: track.projectId,
    name: name.trim(),
    platform: platform?.trim() || null,
    source,
    file_name: track.fileName,
    size_bytes: track.sizeBytes,
    format: null,
    parameters: JSON.stringify(parameters),
    report: null,
    state: 'reading',
    failure: null,
    job_id: track.jobId,
    fix_count: 0,
    first_at: null,
    last_at: null,
    west: null,
    east: null,
    south: null,
    north: null,
    created_by: track.accountId,
    created_at: at,
    modified_at: at,
    revision: 1,
    removed_at: null
  }
}

/** Converts a row to a track. @param job job that reads the track; if it failed or was cancelled, the track counts as failed */
export function asTrack(found: TrackRow, job: Job | null): Track {
  const isOver = job?.state === 'failed' || job?.state === 'cancelled'
  const { west, east, south, north } = found
  return {
    id: found.id,
    projectId: found.project_id,
    name: found.name,
    platform: found.platform,
    source: found.source,
    fileName: found.file_name,
    sizeBytes: found.size_bytes,
    format: found.format,
    state: isOver ? 'failed' : found.state,
    failure: isOver ? (job?.failure ?? 'The job was cancelled') : found.failure,
    job,
    fixCount: found.fix_count,
    firstAt: found.first_at,
    lastAt: found.last_at,
    bounds: west === null || east === null || south === null || north === null ? null : { west, east, south, north },
    report: found.report === null ? null : JSON.parse(found.report),
    imageCount: Number(found.image_count),
    createdBy: found.created_by_name,
    createdAt: found.created_at,
    modifiedAt: found.modified_at,
    revision: found.revision
  }
}

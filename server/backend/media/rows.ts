import type { Selectable } from 'kysely'
import type { Media } from '../../../shared/contracts/media.ts'
import { formerMember } from '../../../shared/former-member.ts'
import type { MediaTable } from './tables.ts'

/** Row of a media item, with the name of the person who added it. */
export type MediaRow = Selectable<MediaTable> & { added_by_name: string | null }

/** Sort key for capture times. Media without a time come last, because `~` sorts after every digit. */
export const capturedKey = (eventDate: string | null) => eventDate ?? '~'

/** Converts facts from files, tables and people to columns. All derived columns for sorting and matching are computed here. */
export function toColumns(facts: {
  fileName?: string
  eventDate?: string | null
  decimalLatitude?: number | null
  decimalLongitude?: number | null
  depthInMeters?: number | null
  altitudeInMeters?: number | null
}) {
  return {
    ...(facts.fileName !== undefined && {
      file_name: facts.fileName,
      name_key: nameKey(facts.fileName),
      stem_key: stemKey(facts.fileName)
    }),
    ...(facts.eventDate !== undefined && { event_date: facts.eventDate, captured_key: capturedKey(facts.eventDate) }),
    ...(facts.decimalLatitude !== undefined && { decimal_latitude: facts.decimalLatitude }),
    ...(facts.decimalLongitude !== undefined && { decimal_longitude: facts.decimalLongitude }),
    ...(facts.depthInMeters !== undefined && { depth_in_meters: facts.depthInMeters }),
    ...(facts.altitudeInMeters !== undefined && { altitude_in_meters: facts.altitudeInMeters })
  }
}

/** Columns for a time that comes from a table or a person instead of a clock answer. */
export const timeRestsOn = (source: 'table' | 'person') => ({
  time_source: source,
  time_zone: null,
  clock_ahead_seconds: null,
  clock_answer: null
})

/** Normalised file name for comparisons: lower case, Unicode NFC. */
export const nameKey = (fileName: string) => fileName.normalize('NFC').toLowerCase()

/** Normalised file name without its last extension, for comparisons. */
export const stemKey = (fileName: string) => nameKey(fileName).replace(/(?<=.)\.[^.]{1,8}$/, '')

export function toMedia(row: MediaRow): Media {
  return {
    id: row.id,
    projectId: row.project_id,
    fileName: row.file_name,
    format: row.format,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    width: row.width,
    height: row.height,
    tiled: row.tiles_sha256 !== null,
    state: row.state,
    failure: row.failure,
    eventDate: row.event_date,
    timeBasis: {
      source: row.time_source,
      cameraTime: row.camera_time,
      zone: row.time_zone,
      aheadSeconds: row.clock_ahead_seconds,
      answer: row.clock_answer
    },
    decimalLatitude: row.decimal_latitude,
    decimalLongitude: row.decimal_longitude,
    depthInMeters: row.depth_in_meters,
    altitudeInMeters: row.altitude_in_meters,
    camera: row.camera,
    exif: JSON.parse(row.exif),
    metadata: JSON.parse(row.metadata),
    annotationCount: row.annotation_count,
    workState: row.work_state,
    siteId: row.site_id,
    addedBy: row.added_by_name ?? formerMember,
    createdAt: row.created_at,
    revision: row.revision
  }
}

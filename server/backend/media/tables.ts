import type { Generated } from 'kysely'
import type { WorkState } from '../../../shared/contracts/annotations.ts'
import type { TimeBasis } from '../../../shared/contracts/camera-clocks.ts'
import type { Media } from '../../../shared/contracts/media.ts'
import type { Flag } from '../storage/tables.ts'

declare module '../storage/tables.ts' {
  interface Tables {
    media: MediaTable
    upload: UploadTable
    files_identity: FilesIdentityTable
  }
}

export interface MediaTable {
  id: string
  project_id: string
  file_name: string
  /** File name in lower case, for sorting, searching and matching. */
  name_key: string
  /** File name in lower case without its last extension. */
  stem_key: string
  format: Media['format']
  size_bytes: number
  sha256: string
  /** Width of the upright picture in pixels. */
  width: number
  height: number
  state: Media['state']
  failure: string | null
  event_date: string | null
  /** Sort key for capture times: `event_date`, or `~` so that media without a time come last. */
  captured_key: string
  decimal_latitude: number | null
  decimal_longitude: number | null
  depth_in_meters: number | null
  altitude_in_meters: number | null
  camera: string | null
  exif: string
  metadata: string
  /** Names of the blobs made from the file. Each is null until the blob exists. */
  small_sha256: string | null
  large_sha256: string | null
  tiles_sha256: string | null
  added_by: string | null
  created_at: string
  revision: number
  removed_at: string | null
  annotation_count: Generated<number>
  work_state: Generated<WorkState>
  site_id: Generated<string | null>
  /** Time on the camera's clock, without a zone: `2024-06-02T04:29:27.000`. */
  camera_time: Generated<string | null>
  time_source: Generated<TimeBasis['source']>
  /** Zone of the camera's clock; null if unknown. */
  time_zone: Generated<string | null>
  clock_ahead_seconds: Generated<number | null>
  /** Id of the clock answer that `event_date` is based on. */
  clock_answer: Generated<string | null>
  camera_serial: Generated<string | null>
  /** Id shared by files that were added together. */
  upload_batch: Generated<string | null>
}

export interface UploadTable {
  id: string
  project_id: string
  account_id: string
  file_name: string
  size_bytes: number
  /** `model` for an upload that becomes an AI model instead of an image. */
  purpose: Generated<'media' | 'model'>
  /** Id of the media item or model that the finished upload became. */
  media_id: string | null
  created_at: string
  expires_at: string
  /** Number of bytes that are safely on disk. */
  arrived_bytes: Generated<number>
  batch: Generated<string | null>
}

/** Single row with the identity of the file store of this database. */
export interface FilesIdentityTable {
  only: 1
  /** Id that the file store also contains. */
  files_id: string
  /** Whether the store was empty and belonged to no database when this database took over the store. */
  never_used: Flag
  bound_at: string
}

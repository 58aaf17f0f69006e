import { timestamp } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import type { ExifFacts } from './exif.ts'
import type { ImageFacts } from './inspect.ts'
import { capturedKey, nameKey, stemKey } from './rows.ts'

export interface NewMedia {
  projectId: string
  accountId: string
  fileName: string
  sizeBytes: number
  sha256: string
  smallSha256: string
  /** Id shared by files that were added together. */
  uploadBatch: string | null
  image: ImageFacts
  facts: ExifFacts
}

/** Builds the row of a new media item, whose large thumbnail and tiles do not exist yet. */
export function newMediaRow(media: NewMedia) {
  return {
    id: newId(),
    project_id: media.projectId,
    file_name: media.fileName,
    name_key: nameKey(media.fileName),
    stem_key: stemKey(media.fileName),
    format: media.image.format,
    size_bytes: media.sizeBytes,
    sha256: media.sha256,
    width: media.image.width,
    height: media.image.height,
    state: 'processing',
    failure: null,
    event_date: media.facts.eventDate,
    captured_key: capturedKey(media.facts.eventDate),
    camera_time: media.facts.cameraTime,
    time_source: media.facts.timeSource,
    time_zone: media.facts.timeZone,
    camera_serial: media.facts.cameraSerial,
    upload_batch: media.uploadBatch,
    decimal_latitude: media.facts.decimalLatitude,
    decimal_longitude: media.facts.decimalLongitude,
    depth_in_meters: media.facts.depthInMeters,
    altitude_in_meters: media.facts.altitudeInMeters,
    camera: media.facts.camera,
    exif: JSON.stringify(media.facts.exif),
    metadata: '{}',
    small_sha256: media.smallSha256,
    large_sha256: null,
    tiles_sha256: null,
    added_by: media.accountId,
    created_at: timestamp(),
    revision: 1,
    removed_at: null
  } as const
}

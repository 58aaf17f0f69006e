import type { Placement, Track } from '../../../shared/contracts/navigation.ts'

declare module '../storage/tables.ts' {
  interface Tables {
    nav_track: NavTrackTable
    nav_block: NavBlockTable
    nav_line: NavLineTable
    nav_placement: NavPlacementTable
    nav_placement_item: NavPlacementItemTable
  }
}

export interface NavTrackTable {
  id: string
  project_id: string
  name: string
  platform: string | null
  source: Track['source']
  file_name: string
  size_bytes: number
  format: Track['format']
  /** JSON of a TrackQuery without the fields that have columns: `name`, `fileName`, `platform` and `source`. */
  parameters: string
  /** JSON of a TrackReport; null until the file has been read. */
  report: string | null
  state: Track['state']
  failure: string | null
  job_id: string | null
  fix_count: number
  first_at: string | null
  last_at: string | null
  west: number | null
  east: number | null
  south: number | null
  north: number | null
  created_by: string | null
  created_at: string
  modified_at: string
  revision: number
  removed_at: string | null
}

/** Packed block of fixes, which spans at most an hour. */
export interface NavBlockTable {
  track_id: string
  /** Time of its first fix, in milliseconds since 1970. */
  first_ms: number
  last_ms: number
  fix_count: number
  west: number
  east: number
  south: number
  north: number
  bytes: Uint8Array
}

/** Simplified line of a track. */
export interface NavLineTable {
  track_id: string
  /** JSON of a TrackLine. */
  parts: string
}

/** Row of a placement of images along a track, with its progress. */
export interface NavPlacementTable {
  id: string
  project_id: string
  track_id: string
  account_id: string | null
  undone_by: string | null
  /** JSON of PlacementSettings. */
  settings: string
  /** Time of the preview. Images that were added later are not placed. */
  seen_at: string
  state: Placement['state']
  job_id: string | null
  /**
   * Last image of the previous step: JSON of an ImagePlace, or an image id while undoing. Null before the first step and after the last.
   */
  position: string | null
  changed_count: number
  restored_count: number
  kept_count: number
  created_at: string
}

export interface NavPlacementItemTable {
  placement_id: string
  media_id: string
  /** JSON of the changed facts, with their previous values. */
  before: string
  /** JSON of the same facts, with their new values. */
  after: string
}

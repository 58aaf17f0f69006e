import type { Generated } from 'kysely'
import type { Flag } from '../storage/tables.ts'

declare module '../storage/tables.ts' {
  interface Tables {
    place: PlaceTable
    place_stale: PlaceStaleTable
    project_sequence: ProjectSequenceTable
    map_area: MapAreaTable
    map_area_edge: MapAreaEdgeTable
  }
}

/** Numbers in the database for the kinds of records that have a position. */
export const placeKinds = { image: 1, annotation: 2, observation: 3, site: 5 } as const
export type PlaceKind = keyof typeof placeKinds

/**
 * Kind of the stale records that mark a changed label or generalisation rule. The change moves no place, but may change which places are generalised.
 */
export const rulesKind = 9

/** Position of one record. Rows are derived, and can be rebuilt at any time. */
export interface PlaceTable {
  id: Generated<number>
  project_id: string
  kind: (typeof placeKinds)[PlaceKind]
  subject_id: string
  /** Id of the image of an annotation; otherwise the id of the record itself. */
  origin_id: string
  /** H3 cell at resolution 15 without its constant bits; 52 bits. */
  cell: number
  /** Longitude in units of 1e-7 degrees, WGS 84, in [−180°, 180°). */
  longitude: number
  latitude: number
  depth_min: number | null
  depth_max: number | null
  /** UTC day of capture or observation, as days since 1970-01-01. Null without a date, or if the date spans several days. */
  day: number | null
  label_id: string | null
  /** Annotator, as in filters; for an observation, the person who added it. */
  person_id: string | null
  /** Review state in bits 0 and 1, source in bit 2. Bit 3 is set for an observation from an outside record. */
  flags: number
  /** Sequence number of the last change to this row. */
  sequence: number
  /** 1 for a row that was replaced, or whose record no longer has a place. */
  removed: Flag
}

/** Records whose places must be derived again. Triggers add them in the transaction that changes a record. */
export interface PlaceStaleTable {
  id: Generated<number>
  project_id: string
  kind: number
  subject_id: string
}

/** Counter of changes to the places of a project. Its row lock orders these changes. */
export interface ProjectSequenceTable {
  project_id: string
  value: number
  /** Removed rows up to this sequence number have been deleted. */
  purged: number
}

/** Area that was drawn on the map to select the records inside. Coordinates are in units of 1e-7 degrees. */
export interface MapAreaTable {
  id: string
  project_id: string
  created_by: string | null
  created_at: string
  /** The area can be used until this time. Upkeep deletes it later. */
  expires_at: string
  /** JSON list of vertices. Longitudes continue across ±180°. */
  ring: string
  /** Bounding box. If west is greater than east, it crosses ±180°. */
  west: number
  south: number
  east: number
  north: number
}

/** Side of a drawn area, from lower to higher latitude. `edgesOfLasso` defines how a position is tested. */
export interface MapAreaEdgeTable {
  area_id: string
  position: number
  x1: number
  y1: number
  x2: number
  y2: number
}

import type { Generated } from 'kysely'
import type { Flag } from '../storage/tables.ts'

declare module '../storage/tables.ts' {
  interface Tables {
    place: PlaceTable
    place_stale: PlaceStaleTable
    project_sequence: ProjectSequenceTable
  }
}

/** Kinds of records with a position, as numbers in the database. */
export const placeKinds = { image: 1, annotation: 2, observation: 3, site: 5 } as const
export type PlaceKind = keyof typeof placeKinds

/**
 * Kind of a stale record for a change to a label or a generalisation rule. It moves no place, but may change which places are generalised.
 */
export const rulesKind = 9

/** Position of one record. Rows are derived, and can be made again at any time. */
export interface PlaceTable {
  id: Generated<number>
  project_id: string
  kind: (typeof placeKinds)[PlaceKind]
  subject_id: string
  /** Id of the image for an annotation, else of the record itself. */
  origin_id: string
  /** H3 cell of resolution 15 without its constant bits, 52 bits. */
  cell: number
  /** Units of 1e-7 degrees, WGS 84, in [−180°, 180°). */
  longitude: number
  latitude: number
  depth_min: number | null
  depth_max: number | null
  /** UTC day of capture or observation, counted from 1970-01-01. Null without a date, or for a period of several days. */
  day: number | null
  label_id: string | null
  /** Annotator as in filters, or the person who added an observation. */
  person_id: string | null
  /** Review state in bits 0 and 1, source in bit 2. Bit 3 is set for an observation from an outside record. */
  flags: number
  /** Sequence number of the last change to this row. */
  sequence: number
  /** 1 for a row that was replaced, or whose record no longer has a place. */
  removed: Flag
}

/** Records whose places are to be derived again. Triggers write them in the transaction of each change. */
export interface PlaceStaleTable {
  id: Generated<number>
  project_id: string
  kind: number
  subject_id: string
}

/** Counter of the changes to the places of a project. Its lock puts them in order. */
export interface ProjectSequenceTable {
  project_id: string
  value: number
  /** Removed rows up to this number are deleted. */
  purged: number
}

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

/** Number of a change that moves no place, but may change which places are generalised. */
export const rulesKind = 9

/** Position of one record. Rows are derived, and can be made again at any time. */
export interface PlaceTable {
  id: Generated<number>
  project_id: string
  kind: (typeof placeKinds)[PlaceKind]
  subject_id: string
  /** Image of an annotation; else the record itself. */
  origin_id: string
  /** H3 cell of resolution 15 without its constant bits, 52 bits. */
  cell: number
  /** Units of 1e-7 degrees, WGS 84, in [−180°, 180°). */
  longitude: number
  latitude: number
  depth_min: number | null
  depth_max: number | null
  /** UTC day of capture or observation, counted from 1970-01-01; null for a period. */
  day: number | null
  label_id: string | null
  /** Annotator, as in filters. */
  person_id: string | null
  /** Review state in bits 0 and 1, source in bit 2; of an observation, whether it came from outside in bit 3. */
  flags: number
  /** Number of the change that wrote this row. */
  sequence: number
  /** 1 for a row that a later one replaced, or whose record has no place any more. */
  removed: Flag
}

/** Records whose places are to be derived again. Triggers write them in the transaction of each change. */
export interface PlaceStaleTable {
  id: Generated<number>
  project_id: string
  kind: number
  subject_id: string
}

/** Counter of the changes of the places of a project. Its lock orders them. */
export interface ProjectSequenceTable {
  project_id: string
  value: number
  /** Removed rows up to this number are deleted. */
  purged: number
}

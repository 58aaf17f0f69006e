import type { LabelState } from '../rows.ts'

/** Reference from a row to its parent. `key` is the identifier of another row, or of a label in the catalog. */
export type GivenParent = { by: 'key' | 'name' | 'either'; value: string }

/** Label in a list from a file, another project or WoRMS. Fields that the list does not provide are absent. */
export interface GivenLabel {
  /** Line number in the file or position in the list, from 1. */
  row: number
  /** Identifier in the list. */
  key: string | null
  parent: GivenParent | null
  /** Higher taxa from the columns of the row, highest first. They are used when the row has no parent. */
  above: { name: string; rank: string }[]
  /** Identifier of the accepted row, when this row is a synonym. */
  acceptedKey: string | null
  state: Partial<LabelState> & { name: string }
}

/** Row that cannot be imported. */
export interface UnusableRow {
  row: number
  name: string | null
  column: string | null
  message: string
}

/** Cell that cannot be imported, in a row that can. */
export interface LeftOut {
  row: number
  column: string
  message: string
}

export interface GivenList {
  /** Number of rows in the list, including duplicates. */
  rowCount: number
  labels: GivenLabel[]
  unusable: UnusableRow[]
  leftOut: LeftOut[]
}

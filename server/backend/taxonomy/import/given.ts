import type { LabelState } from '../rows.ts'

/** Where a list says that a label belongs. `key`: the identifier of another row, or of a label of the catalog. */
export type GivenParent = { by: 'key' | 'name' | 'either'; value: string }

/** One label as a list gives it, whatever the list is: a file, another project, WoRMS. Fields that the list does not fill are absent. */
export interface GivenLabel {
  /** Line of the file, or place in the list, from 1. */
  row: number
  /** Its identifier in the list. */
  key: string | null
  parent: GivenParent | null
  /** Higher taxa that stand beside it, the highest first; they count where no parent is given. */
  above: { name: string; rank: string }[]
  /** Identifier of the row whose synonym this is. */
  acceptedKey: string | null
  state: Partial<LabelState> & { name: string }
}

/** A row that cannot be taken. */
export interface UnusableRow {
  row: number
  name: string | null
  column: string | null
  message: string
}

/** A cell that cannot be taken, of a row that can. */
export interface LeftOut {
  row: number
  column: string
  message: string
}

export interface GivenList {
  /** How many rows the list has, those that repeat another one included. */
  rowCount: number
  labels: GivenLabel[]
  unusable: UnusableRow[]
  leftOut: LeftOut[]
}

import type { StoredEdit } from './stored-edit.ts'

export interface OutboxStatus {
  /** Edits that the server does not have yet, those it would not do not counted. */
  waiting: number
  /** The same by project. */
  ofProject: ReadonlyMap<string, number>
  sending: boolean
  /** The server could not be reached at the last try. */
  offline: boolean
  /** Why the last try failed, in words; null when it did not. */
  failure: string | null
  /** Edits that the server would not do; each is kept until someone decides. */
  refused: readonly StoredEdit[]
  /** Edits that are in the memory of this page alone, as the disk of the browser refused them, and the reason in words. */
  unkept: { count: number; reason: string } | null
}

export const nothingWaits: OutboxStatus = {
  waiting: 0,
  ofProject: new Map(),
  sending: false,
  offline: false,
  failure: null,
  refused: [],
  unkept: null
}

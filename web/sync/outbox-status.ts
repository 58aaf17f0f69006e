import type { StoredEdit } from './stored-edit.ts'

export interface OutboxStatus {
  /** False until the edits of this browser are counted for the first time. */
  counted: boolean
  /** Number of unsent edits. Refused ones are not counted. */
  waiting: number
  /** Number of unsent edits by project. */
  ofProject: ReadonlyMap<string, number>
  sending: boolean
  /** True when the server could not be reached at the last attempt. */
  offline: boolean
  /** Reason for the last failure, as a sentence; null after a success. */
  failure: string | null
  /** Edits that the server refused. Each is kept until a person decides. */
  refused: readonly StoredEdit[]
  /** Edits that are only in memory, because the disk refused them. The reason is a sentence. */
  unkept: { count: number; reason: string } | null
}

export const nothingWaits: OutboxStatus = {
  counted: false,
  waiting: 0,
  ofProject: new Map(),
  sending: false,
  offline: false,
  failure: null,
  refused: [],
  unkept: null
}

import type { StoredEdit } from './stored-edit.ts'

export interface OutboxStatus {
  /** False until the stored edits have been counted for the first time. */
  counted: boolean
  /** True when the disk could be read for the last count, so that `waiting` and `refused` are complete. */
  isWhole: boolean
  /** Number of unsent edits, without refused ones. */
  waiting: number
  /** Number of unsent edits by project. */
  ofProject: ReadonlyMap<string, number>
  sending: boolean
  /** True when the server could not be reached at the last attempt. */
  offline: boolean
  /** Reason for the last failure, as a message to show; null after a success. */
  failure: string | null
  /** Edits that the server refused. Each is kept until the person decides what to do with it. */
  refused: readonly StoredEdit[]
  /** Edits that exist only in memory, because they could not be written to the disk. `reason` is a message to show. */
  unkept: { count: number; reason: string } | null
}

export const nothingWaits: OutboxStatus = {
  counted: false,
  isWhole: false,
  waiting: 0,
  ofProject: new Map(),
  sending: false,
  offline: false,
  failure: null,
  refused: [],
  unkept: null
}

/** True when every edit in this browser was read, and none is unsent or refused. */
export const hasNone = ({ isWhole, waiting, refused }: OutboxStatus): boolean => isWhole && waiting + refused.length === 0

import type { DBSchema, IDBPDatabase } from 'idb'
import type { StoredEdit } from './stored-edit.ts'
import type { StoredStep } from './stored-step.ts'

export interface Schema extends DBSchema {
  /**
   * Queue of edits. Keys increase, so edits are sent in the order in which they were made. The index of problems contains only refused edits.
   */
  outbox: {
    key: number
    value: StoredEdit
    indexes: { id: string; project: string; place: [kind: string, project: string, subject: string]; thing: string; problem: string }
  }
  /** One row for each step. */
  steps: { key: [document: string, undone: number, id: string]; value: StoredStep }
  /** Lease of the page that is sending edits, in browsers without Web Locks. */
  lease: { key: string; value: Lease }
}

export interface Lease {
  name: string
  holder: string
  /** End of the lease, in milliseconds since the Unix epoch. */
  until: number
}

export type LocalDatabase = IDBPDatabase<Schema>

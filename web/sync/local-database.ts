import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'
import type { StoredEdit } from './stored-edit.ts'
import type { StoredStep } from './undo-steps.ts'
import { carryOver } from './version-1.ts'

export interface Schema extends DBSchema {
  /** Keys grow: edits are sent in the order in which they were made. Rows without a problem are not in the index of problems. */
  outbox: {
    key: number
    value: StoredEdit
    indexes: { id: string; project: string; place: [kind: string, project: string, subject: string]; thing: string; problem: string }
  }
  /** One row for each step. */
  steps: { key: [document: string, undone: number, id: string]; value: StoredStep }
  /** Which page sends, in browsers that have no locks. */
  lease: { key: string; value: Lease }
}

export interface Lease {
  name: string
  holder: string
  /** Milliseconds since 1970. */
  until: number
}

export type LocalDatabase = IDBPDatabase<Schema>

export const nameOf = (accountId: string): string => `isobath-${accountId}`
const version = 2

interface Watch {
  /** A page of an older version holds the database open. */
  blocked: () => void
  /** Another page wants to change or delete the database: `isDeleted` when it is to go. */
  blocking: (isDeleted: boolean) => void
  /** The browser has closed it by itself. */
  terminated: () => void
}

export const openLocal = (accountId: string, { blocked, blocking, terminated }: Watch): Promise<LocalDatabase> =>
  openDB<Schema>(nameOf(accountId), version, {
    async upgrade(database, from, _to, transaction) {
      const outbox = from === 0 ? database.createObjectStore('outbox', { autoIncrement: true }) : transaction.objectStore('outbox')
      if (from === 1) outbox.deleteIndex('project')
      outbox.createIndex('id', 'id')
      outbox.createIndex('project', 'project')
      outbox.createIndex('place', ['kind', 'project', 'subject'])
      outbox.createIndex('thing', 'thing')
      outbox.createIndex('problem', 'problem')
      database.createObjectStore('steps', { keyPath: ['document', 'undone', 'id'] })
      database.createObjectStore('lease', { keyPath: 'name' })
      if (from === 1) await carryOver(database, transaction)
    },
    blocked,
    blocking: (_current, _blocked, event) => blocking((event as IDBVersionChangeEvent).newVersion === null),
    terminated
  })

/** Pages of other tabs close it by themselves; one of version 0.1.0 holds it until it is closed. */
export const deleteLocal = (accountId: string): Promise<void> =>
  new Promise((resolve, reject) => {
    deleteDB(nameOf(accountId), { blocked: () => resolve() }).then(resolve, reject)
  })

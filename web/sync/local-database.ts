import { deleteDB, openDB } from 'idb'
import type { LocalDatabase, Schema } from './schema.ts'
import { carryOver } from './version-1.ts'

export const nameOf = (accountId: string): string => `isobath-${accountId}`
const version = 2

interface Watch {
  /** Called when a page of an older version keeps the database open. */
  blocked: () => void
  /** Called when another page is about to upgrade or delete the database. `isDeleted` is true for a deletion. */
  blocking: (isDeleted: boolean) => void
  /** Called when the browser has closed the database. */
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

/**
 * Deletes the database of an account. Pages in other tabs close it automatically. A page of version 0.1.0 keeps it open until its tab is closed.
 */
export const deleteLocal = (accountId: string): Promise<void> =>
  new Promise((resolve, reject) => {
    deleteDB(nameOf(accountId), { blocked: () => resolve() }).then(resolve, reject)
  })

import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** An edit that waits until the server has it. Keys grow: entries are sent in the order in which they were made. */
export interface StoredEdit {
  /** Of the edit itself, so that sending it twice does it once. */
  id: string
  projectId: string
  /** RFC 3339. */
  madeAt: string
  body: object
  /** Why the server would not do it; null while it waits. */
  problem: string | null
}

interface Schema extends DBSchema {
  outbox: { key: number; value: StoredEdit; indexes: { project: string } }
  undo: { key: string; value: { projectId: string; done: unknown[]; undone: unknown[] } }
}

export type LocalDatabase = IDBPDatabase<Schema>

const open = new Map<string, Promise<LocalDatabase>>()

/** What this browser keeps for one account until the server has it, and what it needs to undo. One connection per page. */
export function localDatabase(accountId: string): Promise<LocalDatabase> {
  const name = `isobath-${accountId}`
  let database = open.get(name)
  if (!database) {
    database = openDB<Schema>(name, 1, {
      upgrade(fresh) {
        fresh.createObjectStore('outbox', { autoIncrement: true }).createIndex('project', 'projectId')
        fresh.createObjectStore('undo', { keyPath: 'projectId' })
      }
    })
    open.set(name, database)
  }
  return database
}

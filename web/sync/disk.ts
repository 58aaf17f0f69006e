import { deleteLocal, openLocal } from './local-database.ts'
import type { LocalDatabase } from './schema.ts'

const olderTab = 'Another tab has an older version of this page open: reload that tab'
const newerTab = 'Another tab has a newer version of this page open: reload this tab'
const full = 'The browser has no storage left for this page'

/**
 * Storage of one account in the browser. It opens at its first use, and at the next use after it was closed. It closes when another page is about
 * to upgrade or delete the database.
 */
export class Disk {
  readonly accountId: string
  /** Called when the database has opened after a page in another tab had blocked it. */
  onOpen: () => void = () => {}
  #connection: Promise<LocalDatabase> | null = null
  #isDeleted = false

  constructor(accountId: string) {
    this.accountId = accountId
  }

  /** True when the stores were removed. Nothing is stored after that. */
  get isDeleted(): boolean {
    return this.#isDeleted
  }

  /** Runs work on the database. @throws Error when the disk cannot be used now; `reasonOf` returns the message for it */
  async use<T>(work: (database: LocalDatabase) => Promise<T>): Promise<T> {
    if (this.#isDeleted) throw new Error('The stores of this account were removed')
    this.#connection ??= this.#open()
    const database = await this.#connection
    return work(database)
  }

  /** Closes the database. The next use opens it again. */
  async close(): Promise<void> {
    const connection = this.#connection
    this.#connection = null
    await connection?.then(
      database => database.close(),
      () => {}
    )
  }

  /** Removes the data of this account. Nothing is stored after that. */
  async remove(): Promise<void> {
    this.#isDeleted = true
    await this.close()
    await deleteLocal(this.accountId)
  }

  #open(): Promise<LocalDatabase> {
    return new Promise((resolve, reject) => {
      let wasBlocked = false
      openLocal(this.accountId, {
        blocked: () => {
          wasBlocked = true
          reject(new Error(olderTab))
        },
        blocking: isDeleted => {
          this.#isDeleted ||= isDeleted
          void this.close()
        },
        terminated: () => {
          this.#connection = null
        }
      }).then(
        database => {
          this.#connection = Promise.resolve(database)
          resolve(database)
          if (wasBlocked) this.onOpen()
        },
        error => {
          this.#connection = null
          reject(error)
        }
      )
    })
  }
}

/** Reason for a failed write to the disk, as a message to show. */
export function reasonOf(error: unknown): string {
  const { name, message } = error instanceof Error || error instanceof DOMException ? error : new Error(String(error))
  if (name === 'QuotaExceededError') return full
  if (name === 'VersionError') return newerTab
  return message === olderTab ? olderTab : 'The browser cannot store data for this page'
}

import { deleteLocal, type LocalDatabase, openLocal } from './local-database.ts'

const olderTab = 'Another tab holds an older version of this page: load that tab again'
const newerTab = 'Another tab holds a newer version of this page: load this tab again'
const full = 'The browser has no room left for this page'

/**
 * The part of the browser's disk that belongs to one account. It opens by itself, gives way when a newer page needs the database, and is
 * opened again when the browser has closed it.
 */
export class Disk {
  readonly accountId: string
  /** Called when it can be written again after it could not. */
  onOpen: () => void = () => {}
  #connection: Promise<LocalDatabase> | null = null
  #isDeleted = false

  constructor(accountId: string) {
    this.accountId = accountId
  }

  /** Its stores were removed: nothing is kept here any more. */
  get isDeleted(): boolean {
    return this.#isDeleted
  }

  /** @throws Error when the disk cannot be used now; `reasonOf` gives the words */
  async use<T>(work: (database: LocalDatabase) => Promise<T>): Promise<T> {
    if (this.#isDeleted) throw new Error('The stores of this account were removed')
    this.#connection ??= this.#open()
    const database = await this.#connection
    return work(database)
  }

  /** Lets go of the database; the next use opens it again. */
  async close(): Promise<void> {
    const connection = this.#connection
    this.#connection = null
    await connection?.then(
      database => database.close(),
      () => {}
    )
  }

  /** Removes what is kept for this account; nothing is kept any more from now on. */
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

/** Why the disk did not take something, in words. */
export function reasonOf(error: unknown): string {
  const { name, message } = error instanceof Error || error instanceof DOMException ? error : new Error(String(error))
  if (name === 'QuotaExceededError') return full
  if (name === 'VersionError') return newerTab
  return message === olderTab ? olderTab : 'The browser keeps nothing for this page'
}

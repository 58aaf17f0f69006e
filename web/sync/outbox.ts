import { ApiError } from '../api/api-error.ts'
import type { LocalDatabase, StoredEdit } from './local-database.ts'

export interface Waiting {
  key: number
  edit: StoredEdit
}

export interface OutboxStatus {
  /** Edits that the server does not have yet, those it would not do not counted. */
  waiting: number
  sending: boolean
  /** The server could not be reached at the last try. */
  offline: boolean
  /** Edits that the server would not do; each is kept until someone decides. */
  refused: readonly Waiting[]
}

/** What became of one edit, by its id. `problem` is a sentence when it was not done. */
export interface EditResult {
  id: string
  problem: string | null
}

export interface OutboxOptions {
  database: Promise<LocalDatabase>
  /**
   * Sends edits of one project, in order. A result may also be of an edit that still waits: made on top of one that was not done, it is
   * not sent any more.
   * @throws ApiError when none of them was done
   */
  send: (projectId: string, bodies: object[]) => Promise<EditResult[]>
  /** Only one page of a browser sends at a time. */
  locks?: Pick<LockManager, 'request'> | null
  lockName: string
}

/** Edits that are made quickly one after another travel together. */
const gatherMs = 300
const batchSize = 200
const longestPauseMs = 30_000
const idle: OutboxStatus = { waiting: 0, sending: false, offline: false, refused: [] }

/**
 * Edits on their way to the server: on disk as soon as they are made, sent in order and in batches, tried again until the server has
 * answered. They survive a closed tab; the next page of the same account takes them up.
 */
export class Outbox {
  readonly #options: OutboxOptions
  readonly #listeners = new Set<() => void>()
  #status = idle
  #timer: ReturnType<typeof setTimeout> | null = null
  #busy = false
  #writing: Promise<unknown> = Promise.resolve()
  /** Edits on their way to the disk. */
  #unwritten = 0
  #failures = 0
  #closed = false

  constructor(options: OutboxOptions) {
    this.#options = options
    void this.#count().then(() => this.#soon(0))
  }

  status = (): OutboxStatus => this.#status

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Keeps an edit until the server has it. Resolves when it is on disk. */
  add(projectId: string, id: string, body: object): Promise<void> {
    const edit: StoredEdit = { id, projectId, madeAt: new Date().toISOString(), body, problem: null }
    this.#unwritten += 1
    const written = this.#writing
      .then(async () => {
        await (await this.#options.database).add('outbox', edit)
      })
      .finally(() => {
        this.#unwritten -= 1
      })
    this.#writing = written.catch(() => {})
    this.#tell({ waiting: this.#status.waiting + 1 })
    this.#soon(gatherMs)
    return written
  }

  /** Every edit of a project that the server does not have, oldest first. */
  async ofProject(projectId: string): Promise<StoredEdit[]> {
    await this.#writing
    return (await this.#options.database).getAllFromIndex('outbox', 'project', projectId)
  }

  /** Gives up edits that the server would not do, once what was made instead of them is on disk. */
  async discard(keys: readonly number[]): Promise<void> {
    await this.#writing
    const store = (await this.#options.database).transaction('outbox', 'readwrite')
    await Promise.all([...keys.map(key => store.store.delete(key)), store.done])
    await this.#count()
  }

  /** Sends now what waits, without the pause after a failure. */
  retry = (): void => {
    this.#failures = 0
    this.#stopWaiting()
    this.#soon(0)
  }

  close(): void {
    this.#closed = true
    this.#stopWaiting()
    this.#listeners.clear()
  }

  #soon(ms: number): void {
    if (this.#closed || this.#busy || this.#timer) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#busy = true
      void this.#send().finally(() => {
        this.#busy = false
        if (this.#status.waiting > 0) this.#soon(this.#failures ? pauseMs(this.#failures) : gatherMs)
      })
    }, ms)
  }

  #stopWaiting(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
  }

  async #send(): Promise<void> {
    await this.#writing
    const { locks, lockName } = this.#options
    if (!locks) return this.#sendAll()
    await locks.request(lockName, () => this.#sendAll())
  }

  async #sendAll(): Promise<void> {
    this.#tell({ sending: true })
    try {
      for (let batch = await this.#next(); batch.length > 0 && !this.#closed; batch = await this.#next()) {
        await this.#settle(batch, await this.#deliver(batch))
        this.#failures = 0
        this.#tell({ offline: false })
      }
    } catch (error) {
      this.#failures += 1
      this.#tell({ offline: error instanceof ApiError && error.status === 0 })
    } finally {
      await this.#count()
      this.#tell({ sending: false })
    }
  }

  /** A batch that the server refuses as a whole is taken apart, so that one bad edit holds up no other. */
  async #deliver(batch: Waiting[]): Promise<EditResult[]> {
    const [first] = batch
    if (!first) return []
    try {
      const bodies = batch.map(({ edit }) => edit.body)
      return await this.#options.send(first.edit.projectId, bodies)
    } catch (error) {
      if (!isFinal(error)) throw error
      if (batch.length === 1) return [{ id: first.edit.id, problem: error.message }]
      const results: EditResult[] = []
      for (const waiting of batch) results.push(...(await this.#deliver([waiting])))
      return results
    }
  }

  /** An edit of which the server said nothing is sent again. */
  async #settle(batch: Waiting[], results: EditResult[]): Promise<void> {
    await this.#writing
    const problems = new Map(results.map(({ id, problem }) => [id, problem]))
    const sent = new Set(batch.map(({ edit }) => edit.id))
    const { store, done } = (await this.#options.database).transaction('outbox', 'readwrite')
    const settle = ({ key, edit }: Waiting) => {
      const problem = problems.get(edit.id)
      if (problem === undefined) return undefined
      return problem === null ? store.delete(key) : store.put({ ...edit, problem }, key)
    }
    const writes = batch.map(settle)
    if (results.some(({ id }) => !sent.has(id))) {
      for (let cursor = await store.openCursor(); cursor; cursor = await cursor.continue()) {
        if (!sent.has(cursor.value.id)) writes.push(settle({ key: cursor.key, edit: cursor.value }))
      }
    }
    await Promise.all([...writes, done])
  }

  /** The oldest edits that wait, of one project. */
  async #next(): Promise<Waiting[]> {
    const batch: Waiting[] = []
    let cursor = await (await this.#options.database).transaction('outbox').store.openCursor()
    while (cursor && batch.length < batchSize) {
      const edit = cursor.value
      if (edit.problem === null) {
        if (batch[0] && batch[0].edit.projectId !== edit.projectId) break
        batch.push({ key: cursor.key, edit })
      }
      cursor = await cursor.continue()
    }
    return batch
  }

  async #count(): Promise<void> {
    const refused: Waiting[] = []
    let waiting = 0
    let cursor = await (await this.#options.database).transaction('outbox').store.openCursor()
    while (cursor) {
      if (cursor.value.problem === null) waiting += 1
      else refused.push({ key: cursor.key, edit: cursor.value })
      cursor = await cursor.continue()
    }
    this.#tell({ waiting: waiting + this.#unwritten, refused })
  }

  #tell(change: Partial<OutboxStatus>): void {
    this.#status = { ...this.#status, ...change }
    for (const listener of this.#listeners) listener()
  }
}

/** 1 s, 2 s, 4 s, … at most 30 s. */
const pauseMs = (failures: number) => Math.min(longestPauseMs, 500 * 2 ** failures)

/** The server has read the edit and will never do it. Everything else (no answer, 401, 429, 5xx) is tried again. */
function isFinal(error: unknown): error is ApiError {
  return error instanceof ApiError && [400, 403, 404, 409, 413, 422].includes(error.status)
}

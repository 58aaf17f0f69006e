import { type Disk, reasonOf } from './disk.ts'
import { type Count, countRows, refuseOnTop, rowsOf } from './outbox-rows.ts'
import type { OutboxStatus } from './outbox-status.ts'
import type { EditResult, SettledEdit, StoredEdit } from './stored-edit.ts'

/** Maximum number of edits in one transaction. */
const writtenAtOnce = 200

/** Unsent edits, stored on the disk. Edits of this page are also kept in memory, so that they can be sent even if the disk fails. */
export class WaitingEdits {
  readonly #disk: Disk
  /** Unsettled edits of this page, oldest first. */
  readonly #made = new Map<string, StoredEdit>()
  /** Edits that are not on the disk yet. All older edits are on the disk. */
  #unwritten: StoredEdit[] = []
  #writing: Promise<void> | null = null
  #failure: string | null = null
  /** Counter that grows when edits are added, removed or written to the disk. */
  #moves = 0

  constructor(disk: Disk) {
    this.#disk = disk
  }

  /** Reason why some edits are only in memory, as a message to show; null when all are on the disk. */
  get failure(): string | null {
    return this.#unwritten.length > 0 ? this.#failure : null
  }

  /** Number of edits that could not be written to the disk. */
  get unkept(): number {
    return this.failure === null ? 0 : this.#unwritten.length
  }

  /** Adds edits. Resolves when they are written to the disk or the write has failed. */
  add(edits: readonly StoredEdit[]): Promise<void> {
    for (const edit of edits) this.#made.set(edit.id, edit)
    this.#unwritten.push(...edits)
    this.#moves += 1
    return this.written()
  }

  /** Writes the unwritten edits to the disk, oldest first. Resolves when they are written or the write has failed. */
  written(): Promise<void> {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null
    })
    return this.#writing
  }

  /** Returns the oldest waiting edits of one project and one kind, among the given kinds. */
  async next(limit: number, kinds: ReadonlySet<string>): Promise<StoredEdit[]> {
    const fits = (edit: StoredEdit, [first]: StoredEdit[]) =>
      edit.problem === null && kinds.has(edit.kind) && (!first || (first.project === edit.project && first.kind === edit.kind))
    const some = (edits: Iterable<StoredEdit>) => {
      const batch: StoredEdit[] = []
      for (const edit of edits) {
        if (batch.length === limit) break
        if (fits(edit, batch)) batch.push(edit)
        else if (batch.length > 0 && edit.problem === null && kinds.has(edit.kind)) break
      }
      return batch
    }
    try {
      for await (const rows of rowsOf(this.#disk)) {
        const batch = some(rows)
        if (batch.length > 0) return batch
      }
      return some(this.#unwritten)
    } catch {
      return some(this.#made.values())
    }
  }

  /**
   * Stores the outcomes of sent edits. After a refusal, later edits to the same object are no longer sent.
   * @returns all edits that were settled by the outcomes
   */
  async settle(batch: readonly StoredEdit[], results: readonly EditResult[]): Promise<SettledEdit[]> {
    await this.written()
    const answers = new Map(results.map(result => [result.id, result]))
    const settled = batch.flatMap(({ id, subject }) => {
      const result = answers.get(id)
      return result ? [{ ...result, subject }] : []
    })
    const refused = new Map<string, string>()
    for (const { id, thing } of batch) {
      const problem = answers.get(id)?.problem
      if (problem && !refused.has(thing)) refused.set(thing, problem)
    }
    const sent = new Set(settled.map(({ id }) => id))
    const isOnTop = ({ id, thing, problem }: StoredEdit) => problem === null && refused.has(thing) && !sent.has(id)
    const onTop = [...this.#made.values()].filter(isOnTop)
    for (const { id, problem } of settled) this.#change(id, problem)
    for (const { id, thing } of onTop) this.#change(id, refused.get(thing)!)
    const fromDisk = await refuseOnTop(this.#disk, settled, refused).catch(error => {
      if (batch.some(edit => this.#isWritten(edit))) throw error // their rows remain, so they are sent again, but applied only once
      return []
    })
    const others = new Map([...onTop, ...fromDisk].map(edit => [edit.id, edit]))
    return [
      ...settled,
      ...[...others.values()].map(({ id, subject, thing }) => ({ id, subject, problem: refused.get(thing)!, answer: null }))
    ]
  }

  /** Discards edits. @throws Error when some of them are on the disk and the disk cannot be written now */
  async discard(ids: readonly string[]): Promise<void> {
    await this.written()
    const inMemory = new Set(this.#unwritten.map(({ id }) => id))
    const onDisk = ids.filter(id => !inMemory.has(id))
    if (onDisk.length > 0)
      await this.#disk.use(async database => {
        const { store, done } = database.transaction('outbox', 'readwrite')
        for (const id of onDisk) {
          const key = await store.index('id').getKey(id)
          if (key !== undefined) await store.delete(key)
        }
        await done
      })
    for (const id of ids) this.#change(id, null)
  }

  /** Reads the unsent and refused edits, oldest first. For one subject, edits that version 0.1.0 stored without a subject are included. */
  async all(of?: Pick<StoredEdit, 'kind' | 'project' | 'subject'>): Promise<StoredEdit[]> {
    const fits = (edit: StoredEdit) =>
      !of || (edit.kind === of.kind && edit.project === of.project && (edit.subject === of.subject || edit.subject === ''))
    await this.written()
    try {
      const found = await this.#disk.use(async database => {
        if (!of) return database.getAll('outbox')
        const index = database.transaction('outbox').store.index('place')
        const places = [of.subject, ''].map(subject => index.getAll([of.kind, of.project, subject]))
        return (await Promise.all(places)).flat()
      })
      return [...found, ...this.#unwritten.filter(fits)]
    } catch {
      return [...this.#made.values()].filter(fits)
    }
  }

  /** Counts the edits. `isWhole` is false when the disk could not be read, so that only edits of this page are counted. */
  async count(): Promise<Count & Pick<OutboxStatus, 'isWhole'>> {
    const before = this.#moves
    const onDisk = await countRows(this.#disk).catch(() => null)
    if (before !== this.#moves) return this.count() // an edit that moved from memory to the disk in the meantime would count twice or not at all
    const waiting = new Map(onDisk?.waiting)
    const inMemory = onDisk ? this.#unwritten : [...this.#made.values()]
    for (const { project, problem } of inMemory) if (problem === null) waiting.set(project, (waiting.get(project) ?? 0) + 1)
    const refused = [...(onDisk?.refused ?? []), ...inMemory.filter(({ problem }) => problem !== null)]
    return { waiting, refused, isWhole: onDisk !== null }
  }

  #isWritten({ id }: StoredEdit): boolean {
    return !this.#unwritten.some(edit => edit.id === id)
  }

  async #write(): Promise<void> {
    while (this.#unwritten.length > 0) {
      const some = this.#unwritten.slice(0, writtenAtOnce)
      try {
        await this.#disk.use(async database => {
          // with strict durability, the data is on the disk when this resolves, and survives a power failure
          const transaction = database.transaction('outbox', 'readwrite', { durability: 'strict' })
          for (const edit of some) void transaction.store.add(edit).catch(() => {}) // `done` reports a failure
          transaction.commit() // now, because a page that is being closed does not learn that the additions have succeeded
          await transaction.done
        })
      } catch (error) {
        this.#failure = reasonOf(error)
        return
      }
      this.#failure = null
      const written = new Set(some.map(({ id }) => id))
      this.#unwritten = this.#unwritten.filter(({ id }) => !written.has(id))
      this.#moves += 1
    }
  }

  /** Changes an edit in memory. @param problem reason for a refusal; null removes the edit, because it is settled or discarded */
  #change(id: string, problem: string | null): void {
    const edit = this.#made.get(id)
    if (!edit) return
    const changed = problem === null ? null : { ...edit, problem }
    if (changed) this.#made.set(id, changed)
    else this.#made.delete(id)
    this.#unwritten = this.#unwritten.flatMap(other => (other.id !== id ? [other] : changed ? [changed] : []))
  }
}

import { newId } from '../../shared/new-id.ts'
import type { Disk } from './disk.ts'
import { type Step, type StoredStep, withoutRefused } from './stored-step.ts'

type Row<Edit> = Pick<StoredStep, 'id'> & { step: Step<Edit> }

const readAtOnce = 50
/** Number of steps in memory below which more are read ahead, so that fast undo and redo need not wait. */
const fewLeft = 25
/** Number of newest steps that stay when memory is trimmed. Older steps are read back when undo reaches them. */
const heldInMemory = 200

/**
 * Undo and redo steps, without limit and across reloads. Each step is a row, so the cost of a step does not grow with the number of steps. A step
 * that cannot be written to the disk stays in memory as long as the page is open.
 */
export class UndoSteps<Edit> {
  readonly #disk: Disk
  readonly #document: string
  /** Steps that can be undone, the next one last. */
  #done: Row<Edit>[] = []
  /** Steps that can be redone, the next one last. */
  #undone: Row<Edit>[] = []
  /** True when the disk may hold more steps than memory. */
  #hasMore = { done: true, undone: true }
  /** Disk reads in progress, by list. */
  #reading: { done: Promise<void> | null; undone: Promise<void> | null } = { done: null, undone: null }
  #isWhole = true

  constructor(disk: Disk, document: string) {
    this.#disk = disk
    this.#document = document
  }

  get lastDone(): Step<Edit> | undefined {
    return this.#done.at(-1)?.step
  }

  get lastUndone(): Step<Edit> | undefined {
    return this.#undone.at(-1)?.step
  }

  /** Returns whether a step is unchanged among the steps in memory that can be undone. */
  holds(step: Step<Edit>): boolean {
    return this.#done.some(row => row.step === step)
  }

  /** Restores the steps from before a reload. */
  async begin(): Promise<void> {
    await Promise.all([this.#readDone(), this.#readUndone()])
  }

  /** Adds a step. Steps that were undone before can no longer be redone. */
  push(step: Step<Edit>): void {
    const row = { id: newId(), step }
    this.#done.push(row)
    this.#undone = []
    this.#hasMore.undone = false
    void this.#write(async store => {
      await store.delete(IDBKeyRange.bound([this.#document, 1], [this.#document, 2], false, true))
      await store.put({ document: this.#document, undone: 0, ...row })
    })
    if (this.#isWhole && this.#done.length > 2 * heldInMemory) {
      this.#done = this.#done.slice(-heldInMemory)
      this.#hasMore.done = true
    }
  }

  /** Moves the last done step to the undone ones. @returns the step with new ids for its inverse; null when there is none */
  async takeBack(): Promise<Step<Edit> | null> {
    const last = this.#done.pop()
    if (!last) return null
    const row = withIds(last, ({ inverse }) => inverse)
    this.#undone.push(row)
    this.#move(row, 0)
    await this.#readAhead('done', row.id)
    return row.step
  }

  /** Moves the last undone step to the done ones. @returns the step with new ids for its edits; null when there is none */
  async doAgain(): Promise<Step<Edit> | null> {
    const last = this.#undone.pop()
    if (!last) return null
    const row = withIds(last, ({ edits }) => edits)
    this.#done.push(row)
    this.#move(row, 1)
    await this.#readAhead('undone', row.id)
    return row.step
  }

  /** Removes refused operations from the steps, by id. Steps in memory lose them at once. */
  async refuse(ids: readonly string[]): Promise<void> {
    const left = new Set(ids)
    this.#done = this.#without(this.#done, 0, left)
    this.#undone = this.#without(this.#undone, 1, left)
    if (left.size > 0 && (this.#hasMore.done || this.#hasMore.undone)) await this.#refuseOnDisk(left)
  }

  /** @param refused ids to remove; ids that are found are taken out of this set */
  #without(rows: readonly Row<Edit>[], undone: 0 | 1, refused: Set<string>): Row<Edit>[] {
    return rows.flatMap(row => {
      const step = withoutRefused(row.step, undone === 1, refused)
      if (step === row.step) return [row]
      for (const id of row.step.ids ?? []) refused.delete(id)
      void this.#write(async store => {
        if (step) await store.put({ document: this.#document, undone, id: row.id, step })
        else await store.delete([this.#document, undone, row.id])
      })
      return step ? [{ ...row, step }] : []
    })
  }

  async #refuseOnDisk(refused: ReadonlySet<string>): Promise<void> {
    const range = IDBKeyRange.bound([this.#document, 0], [this.#document, 2], false, true)
    await this.#disk
      .use(async database => {
        let cursor = await database.transaction('steps', 'readwrite').store.openCursor(range)
        while (cursor) {
          const step = withoutRefused(cursor.value.step, cursor.value.undone === 1, refused)
          if (!step) await cursor.delete()
          else if (step !== cursor.value.step) await cursor.update({ ...cursor.value, step })
          cursor = await cursor.continue()
        }
      })
      .catch(() => {})
  }

  /** Starts reading more steps when few are left in memory. Waits for them only when none is left. @param last id of the step just taken */
  async #readAhead(side: 'done' | 'undone', last: string): Promise<void> {
    const held = side === 'done' ? this.#done : this.#undone
    if (held.length >= fewLeft) return
    const furthest = held[0]?.id ?? last
    this.#reading[side] ??= (side === 'done' ? this.#readDone(furthest) : this.#readUndone(furthest)).finally(() => {
      this.#reading[side] = null
    })
    if (held.length === 0) await this.#reading[side]
  }

  #move(row: Row<Edit>, from: 0 | 1): void {
    void this.#write(async store => {
      await store.delete([this.#document, from, row.id])
      await store.put({ document: this.#document, undone: 1 - from, ...row })
    })
  }

  async #write(work: (store: StepStore) => Promise<void>): Promise<void> {
    try {
      await this.#disk.use(async database => {
        const transaction = database.transaction('steps', 'readwrite')
        await Promise.all([work(transaction.store), transaction.done])
      })
    } catch {
      this.#isWhole = false // from now on, memory contains steps that are not on the disk
    }
  }

  async #readDone(before?: string): Promise<void> {
    if (!this.#hasMore.done) return
    const rows = await this.#read(0, before === undefined ? undefined : { upper: before })
    const oldest = this.#done[0]?.id
    this.#hasMore.done = rows.length === readAtOnce
    this.#done.unshift(...rows.reverse().filter(({ id }) => oldest === undefined || id < oldest))
  }

  async #readUndone(after?: string): Promise<void> {
    if (!this.#hasMore.undone) return
    const rows = await this.#read(1, after === undefined ? undefined : { lower: after })
    if (!this.#hasMore.undone) return // a new step was made in the meantime
    this.#hasMore.undone = rows.length === readAtOnce
    this.#undone.unshift(...rows.reverse())
  }

  /** Reads up to `readAtOnce` rows beyond an id, starting with those nearest to the current state. */
  async #read(undone: 0 | 1, beyond: { upper?: string; lower?: string } = {}): Promise<Row<Edit>[]> {
    const from = beyond.lower === undefined ? [this.#document, undone] : [this.#document, undone, beyond.lower]
    const to = beyond.upper === undefined ? [this.#document, undone + 1] : [this.#document, undone, beyond.upper]
    const range = IDBKeyRange.bound(from, to, beyond.lower !== undefined, true)
    return this.#disk
      .use(async database => {
        const rows: Row<Edit>[] = []
        let cursor = await database.transaction('steps').store.openCursor(range, undone ? 'next' : 'prev')
        while (cursor && rows.length < readAtOnce) {
          const { id, step } = cursor.value
          rows.push({ id, step: step as Step<Edit> })
          cursor = await cursor.continue()
        }
        return rows
      })
      .catch(() => [])
  }
}

/** Gives new ids to the operations of a step that is sent again. */
function withIds<Edit>({ id, step }: Row<Edit>, editsOf: (step: Step<Edit>) => Edit[]): Row<Edit> {
  return { id, step: { ...step, ids: editsOf(step).map(newId) } }
}

interface StepStore {
  put(row: StoredStep): Promise<unknown>
  delete(key: IDBKeyRange | [string, number, string]): Promise<void>
}

import type { Hand, Noun, Thing } from './noun.ts'

interface Pending<Operation> {
  operation: Operation
  at: string
}

/** The things of one subject: what the server said last, with the edits on top that it has not answered yet. */
export class Subject<T extends Thing, Edit, Operation extends { id: string }> {
  readonly id: string
  readonly #noun: Noun<T, Edit, Operation>
  readonly #person: Omit<Hand, 'at'>
  #confirmed = new Map<string, T>()
  #pending: Pending<Operation>[] = []
  #shown = new Map<string, T>()
  /** Things that the last list lacks, while edits of them wait. */
  #unlisted = new Set<string>()
  /** When the server answered an edit of a thing, counted in answers. */
  readonly #answeredAt = new Map<string, number>()
  #answers = 0

  constructor(id: string, noun: Noun<T, Edit, Operation>, person: Omit<Hand, 'at'>) {
    this.id = id
    this.#noun = noun
    this.#person = person
  }

  /** Removed ones too. */
  get(id: string): T | undefined {
    return this.#shown.get(id)
  }

  /** In the order in which they were made. */
  list(): T[] {
    return [...this.#shown.values()].filter(({ removed }) => !removed).sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  /** Objects that were removed here and not restored. */
  removed(): T[] {
    return [...this.#shown.values()].filter(({ removed }) => removed)
  }

  /** Say this before asking the server, and give it to `take` with the answer. */
  get answers(): number {
    return this.#answers
  }

  /**
   * The server's list. A thing whose edit was answered while the list was on its way stays as that answer said; one whose edit waits stays
   * until it is answered, as the list may lack it because of that edit.
   */
  take(list: readonly T[], askedAt = this.#answers): void {
    const next = new Map(list.map(thing => [thing.id, this.#noun.renewed(thing, this.#confirmed.get(thing.id))]))
    const waiting = new Set(this.#pending.map(({ operation }) => this.#thingOf(operation)))
    this.#unlisted = new Set([...waiting].filter(id => !next.has(id)))
    for (const [id, known] of this.#confirmed) {
      const isNewer = (this.#answeredAt.get(id) ?? 0) > askedAt && known.revision >= (next.get(id)?.revision ?? 0)
      if (isNewer || this.#unlisted.has(id) || (known.removed && !next.has(id))) next.set(id, known)
    }
    this.#confirmed = next
    this.#fold()
  }

  /** Lays an edit on top; one that lies there already stays where it is. */
  add(operation: Operation, at: string): void {
    if (this.#pending.some(pending => pending.operation.id === operation.id)) return
    this.#pending.push({ operation, at })
    const next = this.#after(this.#shown.get(this.#thingOf(operation)), { operation, at })
    if (next) this.#shown.set(next.id, next)
  }

  /** How a thing stands on the server, also one that its list does not have, because it was removed; unless something newer is known. */
  learn(thing: T): void {
    const known = this.#confirmed.get(thing.id)
    if (known && known.revision >= thing.revision) return
    this.#confirmed.set(thing.id, thing)
    this.#fold()
  }

  /** Takes the outcomes of edits. One that was not done is dropped with those made on top of it, and the server's version is shown. */
  settle(results: readonly { id: string; isDone: boolean; answer: T | null }[]): void {
    for (const { id, isDone, answer } of results) {
      const thing = this.#takeOff(id, isDone)
      if (answer) {
        this.#answers += 1
        this.#answeredAt.set(answer.id, this.#answers)
        this.#confirmed.set(answer.id, answer)
      } else if (!isDone && thing && this.#unlisted.has(thing)) this.#confirmed.delete(thing)
    }
    this.#fold()
  }

  /** @returns what the edit was of, if it lay here */
  #takeOff(id: string, isDone: boolean): string | undefined {
    const at = this.#pending.findIndex(({ operation }) => operation.id === id)
    if (at < 0) return undefined
    const thing = this.#thingOf(this.#pending[at]!.operation)
    this.#pending = this.#pending.filter(
      ({ operation }, place) => place < at || (place > at && (isDone || this.#thingOf(operation) !== thing))
    )
    return thing
  }

  #fold(): void {
    this.#shown = new Map(this.#confirmed)
    for (const pending of this.#pending) {
      const id = this.#thingOf(pending.operation)
      const next = this.#after(this.#shown.get(id), pending)
      if (next) this.#shown.set(id, next)
    }
  }

  #after(before: T | undefined, { operation, at }: Pending<Operation>): T | undefined {
    const edit = this.#noun.editOf(operation)
    if (before && this.#noun.isNew(edit)) return before // the server's list already has it
    const next = this.#noun.edited(before, edit, { ...this.#person, at })
    const isInList = before !== undefined && before.revision > this.#noun.madeOn(operation) // done, with its answer still on the way
    return next && isInList ? { ...next, revision: before.revision } : next
  }

  #thingOf(operation: Operation): string {
    return this.#noun.thingOf(this.#noun.editOf(operation))
  }
}

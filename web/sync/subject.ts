import type { Entity, Hand, Noun } from './noun.ts'

interface Pending<Operation> {
  operation: Operation
  at: string
}

/** Objects of one subject: the server's latest version, with the unanswered edits applied on top. */
export class Subject<T extends Entity, Edit, Operation extends { id: string }> {
  readonly id: string
  readonly #noun: Noun<T, Edit, Operation>
  readonly #person: Omit<Hand, 'at'>
  #confirmed = new Map<string, T>()
  #pending: Pending<Operation>[] = []
  #shown = new Map<string, T>()
  /** Ids of objects that have waiting edits and are missing from the last list. */
  #unlisted = new Set<string>()
  /** Sequence number of the answer that last confirmed each object. */
  readonly #answeredAt = new Map<string, number>()
  #answers = 0

  constructor(id: string, noun: Noun<T, Edit, Operation>, person: Omit<Hand, 'at'>) {
    this.id = id
    this.#noun = noun
    this.#person = person
  }

  /** An object of the subject, even a removed one. */
  get(id: string): T | undefined {
    return this.#shown.get(id)
  }

  /** Objects that are not removed, in order of creation. */
  list(): T[] {
    return [...this.#shown.values()].filter(({ removed }) => !removed).sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  /** Removed objects that have not been restored. */
  removed(): T[] {
    return [...this.#shown.values()].filter(({ removed }) => removed)
  }

  /** Number of answers so far. Read it before requesting the list, and pass it to `take` together with the list. */
  get answers(): number {
    return this.#answers
  }

  /**
   * Takes the server's list. A known version that is newer than the list stays, and so does an answer that arrived while the list was loading.
   * An object with a waiting edit stays until the answer, because the list may be older than the edit.
   */
  take(list: readonly T[], answersBefore = this.#answers): void {
    const next = new Map(list.map(thing => [thing.id, this.#noun.renewed(thing, this.#confirmed.get(thing.id))]))
    const waiting = new Set(this.#pending.map(({ operation }) => this.#entityOf(operation)))
    this.#unlisted = new Set([...waiting].filter(id => !next.has(id)))
    for (const [id, known] of this.#confirmed) {
      const listed = next.get(id)
      const isAnswered = (this.#answeredAt.get(id) ?? 0) > answersBefore
      const isKept = listed
        ? known.revision >= listed.revision + (isAnswered ? 0 : 1)
        : isAnswered || known.removed || this.#unlisted.has(id)
      if (isKept) next.set(id, known)
    }
    this.#confirmed = next
    this.#fold()
  }

  /** Adds an edit on top. An edit that was already added keeps its place. @returns whether it is new */
  add(operation: Operation, at: string): boolean {
    if (this.#pending.some(pending => pending.operation.id === operation.id)) return false
    this.#pending.push({ operation, at })
    const next = this.#after(this.#shown.get(this.#entityOf(operation)), { operation, at })
    if (next) this.#shown.set(next.id, next)
    return true
  }

  /**
   * Takes the server's version of an object, unless the same or a newer version is known. The object may be a removed one, which no list contains.
   */
  learn(thing: T): void {
    const known = this.#confirmed.get(thing.id)
    if (known && known.revision >= thing.revision) return
    this.#confirmed.set(thing.id, thing)
    this.#fold()
  }

  /**
   * Takes the outcomes of edits. A refused edit is dropped with all later edits to the object, and the server's version is shown. A list can have
   * brought a newer version of a colleague before the answer, which then stays. A removal is final.
   */
  settle(results: readonly { id: string; isDone: boolean; answer: T | null }[]): void {
    for (const { id, isDone, answer } of results) {
      const thing = this.#takeOff(id, isDone)
      if (answer) {
        this.#answers += 1
        this.#answeredAt.set(answer.id, this.#answers)
        const known = this.#confirmed.get(answer.id)?.revision ?? 0
        if (answer.removed || answer.revision >= known) this.#confirmed.set(answer.id, answer)
      } else if (!isDone && thing && this.#unlisted.has(thing)) this.#confirmed.delete(thing)
    }
    this.#fold()
  }

  /** Removes a pending edit. @returns the id of its object; undefined when the edit was not pending */
  #takeOff(id: string, isDone: boolean): string | undefined {
    const at = this.#pending.findIndex(({ operation }) => operation.id === id)
    if (at < 0) return undefined
    const thing = this.#entityOf(this.#pending[at]!.operation)
    this.#pending = this.#pending.filter(
      ({ operation }, place) => place < at || (place > at && (isDone || this.#entityOf(operation) !== thing))
    )
    return thing
  }

  #fold(): void {
    this.#shown = new Map(this.#confirmed)
    for (const pending of this.#pending) {
      const id = this.#entityOf(pending.operation)
      const next = this.#after(this.#shown.get(id), pending)
      if (next) this.#shown.set(id, next)
    }
  }

  #after(before: T | undefined, { operation, at }: Pending<Operation>): T | undefined {
    const edit = this.#noun.editOf(operation)
    if (before && this.#noun.isNew(edit)) return before // already in the server's list
    const next = this.#noun.edited(before, edit, { ...this.#person, at })
    const isInList = before !== undefined && before.revision > this.#noun.madeOn(operation) // applied by the server, but the answer has not arrived
    return next && isInList ? { ...next, revision: before.revision } : next
  }

  #entityOf(operation: Operation): string {
    return this.#noun.entityOf(this.#noun.editOf(operation))
  }
}

import { newId } from '../../shared/new-id.ts'
import type { Comparison, Entity, Hand, Noun } from './noun.ts'
import type { OutboxListener } from './outbox.ts'
import type { NewEdit, SettledEdit, StoredEdit } from './stored-edit.ts'
import type { Step } from './stored-step.ts'
import { Subject } from './subject.ts'

export interface DocumentOptions<T extends Entity, Edit, Operation extends { id: string }> {
  noun: Noun<T, Edit, Operation>
  projectId: string
  person: Omit<Hand, 'at'>
  /** Loads the objects of a subject from the server. */
  load: (subject: string, signal?: AbortSignal) => Promise<T[]>
  /** Loads the server's version of an object, even a removed one; null, or a rejection with NOT_FOUND, when the server no longer has it. */
  loadOne: (id: string) => Promise<T | null>
  /** Loads the comparison that keeps undo and redo from replacing what others changed since. Absent when an edit replaces the whole object. */
  comparison?: () => Promise<{ partOf: Comparison<T, Edit> }>
  /** Reports the ids of objects whose newer values an undo or redo did not replace. */
  onLeft?: (ids: readonly string[]) => void
  outbox: {
    add(edits: readonly NewEdit[]): Promise<void>
    all(of: Pick<StoredEdit, 'kind' | 'project' | 'subject'>): Promise<StoredEdit[]>
    listen(kind: string, project: string, listener: OutboxListener): () => void
  }
  steps: {
    readonly lastDone: Step<Edit> | undefined
    readonly lastUndone: Step<Edit> | undefined
    begin(): Promise<void>
    push(step: Step<Edit>): void
    takeBack(): Promise<Step<Edit> | null>
    doAgain(): Promise<Step<Edit> | null>
    holds(step: Step<Edit>): boolean
    refuse(ids: readonly string[]): Promise<void>
  }
}

/**
 * Objects of one kind in a project, with the edits of this person applied. Every edit is visible immediately, and waits in the outbox for the
 * server. Edits can be undone without limit, across subjects and reloads.
 */
export class Document<T extends Entity, Edit, Operation extends { id: string }> {
  readonly #options: DocumentOptions<T, Edit, Operation>
  readonly #subjects = new Map<string, Subject<T, Edit, Operation>>()
  /** Subjects that are being loaded. They also receive answers that arrive in the meantime. */
  readonly #opening = new Set<Subject<T, Edit, Operation>>()
  /** Ids of subjects that were not open when a change was reported. They are reloaded once they are. */
  readonly #missed = new Set<string>()
  readonly #listeners = new Set<() => void>()
  readonly #stopListening: () => void
  /** Resolves when the stored undo steps have been read, so that the first edit comes after them. */
  #begun: Promise<void> = Promise.resolve()
  #version = 0

  constructor(options: DocumentOptions<T, Edit, Operation>) {
    this.#options = options
    this.#stopListening = options.outbox.listen(options.noun.kind, options.projectId, {
      added: edits => this.#added(edits),
      settled: edits => this.#settled(edits)
    })
  }

  get projectId(): string {
    return this.#options.projectId
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Version of the document, which grows with every change. */
  version = (): number => this.#version

  /** Name of the step that undo reverts; null when there is nothing to undo. */
  get canUndo(): string | null {
    return this.#options.steps.lastDone?.name ?? null
  }

  get canRedo(): string | null {
    return this.#options.steps.lastUndone?.name ?? null
  }

  /** Restores the steps from before a reload. */
  begin(): Promise<void> {
    this.#begun = this.#options.steps.begin().then(() => this.#notify())
    return this.#begun
  }

  close(): void {
    this.#stopListening()
    this.#listeners.clear()
  }

  isOpen(subject: string): boolean {
    return this.#subjects.has(subject)
  }

  list(subject: string): T[] {
    return this.#subjects.get(subject)?.list() ?? []
  }

  /** Objects that were removed from an open subject since it was opened. */
  removed(subject: string): T[] {
    return this.#subjects.get(subject)?.removed() ?? []
  }

  get(id: string): T | undefined {
    for (const subject of this.#subjects.values()) {
      const thing = subject.get(id)
      if (thing) return thing
    }
    return undefined
  }

  /** Loads the objects of a subject, and applies the unsent edits to them. */
  async open(id: string, signal?: AbortSignal): Promise<void> {
    const { noun, person, outbox, load, projectId: project } = this.#options
    if (this.#subjects.has(id)) return this.refresh(id, signal)
    const subject = new Subject(id, noun, person)
    this.#opening.add(subject)
    try {
      // edits first, so that an edit that is answered while the list is loading is settled here
      const waiting = await outbox.all({ kind: noun.kind, project, subject: id })
      const answersBefore = subject.answers
      const own = waiting.filter(edit => edit.problem === null && edit.subject === id)
      for (const { body, madeAt } of own) subject.add(body as Operation, madeAt)
      subject.take(await load(id, signal), answersBefore)
      for (const { thing, body, madeAt, problem, subject: of } of waiting)
        if (of === '' && problem === null && subject.get(thing)) subject.add(body as Operation, madeAt)
      await this.#begun
      await this.#refuse(waiting)
      if (this.#subjects.has(id)) return this.refresh(id, signal) // opened meanwhile, perhaps with an older list
      this.#subjects.set(id, subject)
    } finally {
      this.#opening.delete(subject)
    }
    this.#notify()
    if (this.#missed.delete(id)) this.refresh(id).catch(() => {}) // the objects already shown stay
  }

  /** Loads a subject before it is shown. Failures are ignored, because the subject is loaded again when it is shown. */
  async prepare(id: string): Promise<void> {
    if (!this.isOpen(id)) await this.open(id).catch(() => {})
  }

  /** Reloads a subject after another member changed it. A subject that is being opened is reloaded once it is open. */
  async refresh(id: string, signal?: AbortSignal): Promise<void> {
    const subject = this.#subjects.get(id)
    if (!subject) return void this.#missed.add(id)
    const answersBefore = subject.answers
    subject.take(await this.#options.load(id, signal), answersBefore)
    this.#notify()
  }

  /**
   * Makes edits to objects of an open subject, as one undo step.
   * @param name name of the step for the undo button
   * @returns the step; undefined without edits
   */
  do(name: string, subject: string, edits: Edit[]): Step<Edit> | undefined {
    if (edits.length === 0) return
    const { noun, steps } = this.#options
    const inverse: Edit[] = []
    const ids = edits.map(newId)
    this.#perform(subject, edits, ids, edit => {
      inverse.push(noun.inverseOf(this.get(noun.entityOf(edit)), edit))
      return edit
    })
    const step: Step<Edit> = { kind: noun.kind, name, subject, edits, inverse: inverse.reverse(), ids }
    steps.push(step)
    this.#notify()
    return step
  }

  /**
   * Reverts the last step.
   * @returns the subject of the step; null when there is nothing to undo, or another step was made while the objects of the step were read
   * @throws when an object of the step could not be read. The step stays, unless its subject is no longer on the server
   */
  undo(): Promise<string | null> {
    const { steps } = this.#options
    return this.#walk(
      () => steps.lastDone,
      () => steps.takeBack(),
      ({ edits, inverse }) => [inverse, edits]
    )
  }

  redo(): Promise<string | null> {
    const { steps, noun } = this.#options
    return this.#walk(
      () => steps.lastUndone,
      () => steps.doAgain(),
      ({ edits, inverse }) => [edits.map(edit => noun.repeated(edit)), inverse]
    )
  }

  /** Applies the server's version of an object in an open subject. The object may be a removed one, which no list contains. */
  learn(thing: T): void {
    this.#subjects.get(this.#options.noun.subjectOf(thing))?.learn(thing)
    this.#notify()
  }

  /** @param editsOf returns the edits to perform, and those that they revert, in opposite order */
  async #walk(
    last: () => Step<Edit> | undefined,
    take: () => Promise<Step<Edit> | null>,
    editsOf: (step: Step<Edit>) => [edits: Edit[], reverted: Edit[]]
  ): Promise<string | null> {
    const { noun, steps, comparison, onLeft } = this.#options
    const first = last()
    let found = first
    let compared: Awaited<ReturnType<NonNullable<typeof comparison>>> | undefined
    for (let reached: Step<Edit> | undefined; found !== reached; found = last()) {
      // in the meantime, a newer step was made, or one of another document
      if (!found || !first || found.kind !== first.kind || (found !== first && steps.holds(first))) return null
      try {
        await this.reach(found.subject, editsOf(found)[0])
      } catch (error) {
        if (isGone(error) && found === last()) await steps.refuse((await take())!.ids!)
        throw error
      }
      compared = await comparison?.()
      reached = found
    }
    // objects of the step that are unknown now are not on the server
    const step = await take()
    if (!step) return null
    const { subject, ids = [] } = step
    const [edits, reverted] = editsOf(step)
    const newer: string[] = []
    const left: string[] = []
    this.#perform(subject, edits, ids, (edit, place) => {
      const id = noun.entityOf(edit)
      const part = compared ? compared.partOf(this.get(id), edit, reverted.at(-1 - place)!) : edit
      if (part !== edit) newer.push(id)
      if (!part) left.push(ids[place]!)
      return part
    })
    if (newer.length > 0) onLeft?.(newer)
    this.#notify()
    await steps.refuse(left)
    return subject
  }

  /**
   * Opens the subject of edits to perform. Objects that were removed before it was opened are loaded one by one, because no list contains them.
   * @throws when an object could not be read, unless each of its edits contains the whole object
   */
  async reach(subject: string, edits: readonly Edit[]): Promise<void> {
    const { noun, loadOne } = this.#options
    if (!this.#subjects.has(subject)) await this.open(subject)
    const byId = Map.groupBy(edits, edit => noun.entityOf(edit))
    const found = await Promise.all(
      Array.from(byId, async ([id, own]) => {
        if (this.get(id)) return null
        return loadOne(id).catch(error => {
          if (isGone(error) || (noun.isWhole && own.every(noun.isWhole))) return null
          throw error
        })
      })
    )
    for (const thing of found) if (thing) this.#subjects.get(subject)?.learn(thing)
  }

  /** @param partOf returns the part of an edit to perform, computed when the edits before it are done; null when nothing is to be performed */
  #perform(subject: string, edits: readonly Edit[], ids: readonly string[], partOf: (edit: Edit, place: number) => Edit | null): void {
    const { projectId: project, outbox, noun } = this.#options
    const at = new Date().toISOString()
    const made = edits.flatMap((given, place) => {
      const edit = partOf(given, place)
      if (!edit) return []
      const thing = noun.entityOf(edit)
      const body = noun.operationOf(ids[place] ?? newId(), edit, this.get(thing)?.revision ?? 1)
      for (const open of [...this.#subjects.values(), ...this.#opening]) if (open.id === subject) open.add(body, at)
      return { id: body.id, kind: noun.kind, project, subject, thing, body }
    })
    void outbox.add(made)
  }

  /** Adds edits made by another document of the project, on any page of this browser. */
  #added(edits: readonly StoredEdit[]): void {
    let isNew = false
    for (const { subject, body, madeAt } of edits)
      for (const open of [...this.#subjects.values(), ...this.#opening])
        if (open.id === subject && open.add(body as Operation, madeAt)) isNew = true
    if (isNew) this.#notify()
  }

  #settled(edits: readonly SettledEdit[]): void {
    const { subjectOf } = this.#options.noun
    for (const open of [...this.#subjects.values(), ...this.#opening]) {
      const here = edits.filter(({ subject }) => subject === open.id || subject === '')
      const answerOf = (answer: T | null) => (answer && subjectOf(answer) === open.id ? answer : null)
      if (here.length > 0)
        open.settle(here.map(({ id, problem, answer }) => ({ id, isDone: problem === null, answer: answerOf(answer as T | null) })))
    }
    void this.#refuse(edits)
    this.#notify()
  }

  /** Removes refused edits from the undo steps, so that undo does not overwrite the version that won. */
  async #refuse(edits: readonly Pick<StoredEdit, 'id' | 'problem'>[]): Promise<void> {
    const refused = edits.filter(({ problem }) => problem !== null).map(({ id }) => id)
    if (refused.length > 0) await this.#options.steps.refuse(refused)
  }

  #notify(): void {
    this.#version += 1
    for (const listener of this.#listeners) listener()
  }
}

/** True when the server no longer has what was read, or the person may no longer read it. */
const isGone = (error: unknown) => (error as { code?: string }).code === 'NOT_FOUND'

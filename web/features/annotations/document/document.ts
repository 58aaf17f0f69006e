import type { Annotation, AnnotationOperation, OperationResult } from '../../../../shared/contracts/annotations.ts'
import type { StoredEdit } from '../../../sync/local-database.ts'
import { type Edit, type Hand, inverseOf, operationOf, repeated } from './edits.ts'
import { ImageAnnotations } from './image-annotations.ts'
import { newId } from './new-id.ts'
import { lastDone, lastUndone, nothingDone, type Step, type UndoStack, withStep } from './undo-stack.ts'

export interface DocumentOptions {
  projectId: string
  person: Omit<Hand, 'at'>
  /** The server's annotations of an image. */
  load: (mediaId: string, signal?: AbortSignal) => Promise<Annotation[]>
  outbox: {
    add(projectId: string, id: string, body: AnnotationOperation): Promise<void>
    ofProject(projectId: string): Promise<StoredEdit[]>
  }
  /** Keeps the steps over a reload. */
  memory: { read(): Promise<UndoStack | null>; write(stack: UndoStack): Promise<void> }
}

/**
 * What is marked on the images of a project, as this person sees it: every edit is seen at once, waits in the outbox until the
 * server has it, and can be undone without limit, over images and reloads.
 */
export class AnnotationDocument {
  readonly #options: DocumentOptions
  readonly #images = new Map<string, ImageAnnotations>()
  readonly #listeners = new Set<() => void>()
  #stack = nothingDone
  #version = 0

  constructor(options: DocumentOptions) {
    this.#options = options
  }

  get projectId(): string {
    return this.#options.projectId
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Grows with every change. */
  version = (): number => this.#version

  get canUndo(): string | null {
    return this.#stack.done.at(-1)?.name ?? null
  }

  get canRedo(): string | null {
    return this.#stack.undone.at(-1)?.name ?? null
  }

  /** Takes up the steps of before a reload. */
  async begin(): Promise<void> {
    const kept = await this.#options.memory.read()
    if (kept && this.#stack === nothingDone) this.#stack = kept
    this.#tell()
  }

  isOpen(mediaId: string): boolean {
    return this.#images.has(mediaId)
  }

  list(mediaId: string): Annotation[] {
    return this.#images.get(mediaId)?.list() ?? []
  }

  /** What was removed from an open image since it was opened. */
  removed(mediaId: string): Annotation[] {
    return this.#images.get(mediaId)?.removed() ?? []
  }

  /** Restores an annotation that was removed, by whomever and whenever. */
  restore(annotation: Annotation): void {
    this.#images.get(annotation.mediaId)?.learn(annotation)
    this.do('Restore', annotation.mediaId, [{ kind: 'restore', annotationId: annotation.id }])
  }

  get(annotationId: string): Annotation | undefined {
    for (const image of this.#images.values()) {
      const annotation = image.get(annotationId)
      if (annotation) return annotation
    }
    return undefined
  }

  /** Reads an image's annotations, and lays the edits on top that the server does not have yet. */
  async open(mediaId: string, signal?: AbortSignal): Promise<void> {
    const known = this.#images.get(mediaId)
    if (known) return this.refresh(mediaId, signal)
    const image = new ImageAnnotations(mediaId, this.#options.person)
    const [list, waiting] = await Promise.all([
      this.#options.load(mediaId, signal),
      this.#options.outbox.ofProject(this.#options.projectId)
    ])
    if (this.#images.has(mediaId)) return
    image.take(list)
    for (const { body, madeAt, problem } of waiting) if (problem === null) image.add(body as AnnotationOperation, madeAt)
    this.#images.set(mediaId, image)
    this.#tell()
  }

  /** Reads an image's annotations before it is shown. What cannot be read now is read when it is. */
  async prepare(mediaId: string): Promise<void> {
    if (!this.isOpen(mediaId)) await this.open(mediaId).catch(() => {})
  }

  /** Reads an image's annotations again, because someone changed them. */
  async refresh(mediaId: string, signal?: AbortSignal): Promise<void> {
    const image = this.#images.get(mediaId)
    if (!image) return
    const askedAt = image.answers
    image.take(await this.#options.load(mediaId, signal), askedAt)
    this.#tell()
  }

  /** Does something with annotations of an open image. @param name in words, for the undo button */
  do(name: string, mediaId: string, edits: Edit[]): void {
    if (edits.length === 0) return
    const inverse: Edit[] = []
    for (const edit of edits) {
      inverse.unshift(inverseOf(this.get(edit.annotationId), edit))
      this.#perform(mediaId, edit)
    }
    this.#remember(withStep(this.#stack, { name, mediaId, edits, inverse }))
  }

  /** @returns the image where something was taken back; null when there is nothing to undo */
  undo(): Promise<string | null> {
    return this.#walk(lastDone(this.#stack), step => step.inverse)
  }

  redo(): Promise<string | null> {
    return this.#walk(lastUndone(this.#stack), step => step.edits.map(repeated))
  }

  /**
   * What the server answered to edits that were sent, by whatever page of this browser.
   * @returns edits that were not sent yet, and were made on top of one that was not done, with its message
   */
  settle(results: readonly OperationResult[]): Pick<OperationResult, 'id' | 'message'>[] {
    const onTop = new Map<string, OperationResult['message']>()
    for (const result of results) {
      for (const image of this.#images.values()) {
        if (concerns(image, result)) for (const id of image.settle(result)) onTop.set(id, result.message)
      }
    }
    for (const { id } of results) onTop.delete(id)
    this.#tell()
    return [...onTop].map(([id, message]) => ({ id, message }))
  }

  /** How one annotation of an open image stands on the server, also a removed one, which no list has. */
  learn(annotation: Annotation): void {
    this.#images.get(annotation.mediaId)?.learn(annotation)
    this.#tell()
  }

  async #walk(found: { step: Step; rest: UndoStack } | null, editsOf: (step: Step) => Edit[]): Promise<string | null> {
    if (!found) return null
    const { mediaId } = found.step
    if (!this.#images.has(mediaId)) await this.open(mediaId)
    for (const edit of editsOf(found.step)) this.#perform(mediaId, edit)
    this.#remember(found.rest)
    return mediaId
  }

  #perform(mediaId: string, edit: Edit): void {
    const { projectId, outbox } = this.#options
    const operation = operationOf(newId(), edit, this.get(edit.annotationId)?.revision ?? 1)
    this.#images.get(mediaId)?.add(operation, new Date().toISOString())
    void outbox.add(projectId, operation.id, operation)
  }

  #remember(stack: UndoStack): void {
    this.#stack = stack
    void this.#options.memory.write(stack)
    this.#tell()
  }

  #tell(): void {
    this.#version += 1
    for (const listener of this.#listeners) listener()
  }
}

const concerns = (image: ImageAnnotations, { annotation }: OperationResult) => !annotation || annotation.mediaId === image.mediaId

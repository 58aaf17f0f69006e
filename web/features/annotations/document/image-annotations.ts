import type { Annotation, AnnotationOperation, OperationResult } from '../../../../shared/contracts/annotations.ts'
import { edited, editOf, type Hand } from './edits.ts'

interface Pending {
  operation: AnnotationOperation
  at: string
}

/** The annotations of one image: what the server said last, with the edits on top that it has not answered yet. */
export class ImageAnnotations {
  readonly mediaId: string
  readonly #person: Omit<Hand, 'at'>
  #confirmed = new Map<string, Annotation>()
  #pending: Pending[] = []
  #shown = new Map<string, Annotation>()
  /** When the server answered an edit of an annotation, counted in answers. */
  readonly #answeredAt = new Map<string, number>()
  #answers = 0

  constructor(mediaId: string, person: Omit<Hand, 'at'>) {
    this.mediaId = mediaId
    this.#person = person
  }

  /** Removed ones too. */
  get(annotationId: string): Annotation | undefined {
    return this.#shown.get(annotationId)
  }

  /** In the order in which they were made. */
  list(): Annotation[] {
    return [...this.#shown.values()].filter(({ removed }) => !removed).sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  /** What was removed here and is not restored. */
  removed(): Annotation[] {
    return [...this.#shown.values()].filter(({ removed }) => removed)
  }

  /** Say this before asking the server, and give it to `take` with the answer. */
  get answers(): number {
    return this.#answers
  }

  /** The server's list. An annotation whose edit was answered while the list was on its way stays as that answer said. */
  take(list: readonly Annotation[], askedAt = this.#answers): void {
    const next = new Map(list.map(annotation => [annotation.id, withKnownShape(annotation, this.#confirmed.get(annotation.id))]))
    for (const [id, known] of this.#confirmed) {
      const isNewer = (this.#answeredAt.get(id) ?? 0) > askedAt && known.revision >= (next.get(id)?.revision ?? 0)
      if (isNewer || (known.removed && !next.has(id))) next.set(id, known)
    }
    this.#confirmed = next
    this.#fold()
  }

  add(operation: AnnotationOperation, at: string): void {
    this.#pending.push({ operation, at })
    const next = this.#after(this.#shown.get(operation.annotationId), { operation, at })
    if (next) this.#shown.set(next.id, next)
  }

  /** How an annotation stands on the server, also one that its list does not have, because it was removed; unless something newer is known. */
  learn(annotation: Annotation): void {
    const known = this.#confirmed.get(annotation.id)
    if (known && known.revision >= annotation.revision) return
    this.#confirmed.set(annotation.id, annotation)
    this.#fold()
  }

  /**
   * What became of an edit; one that was not done is taken off with those made on top of it, and the server's version is seen.
   * @returns ids of those on top
   */
  settle({ id, outcome, annotation }: Pick<OperationResult, 'id' | 'outcome' | 'annotation'>): string[] {
    const at = this.#pending.findIndex(({ operation }) => operation.id === id)
    const undone = outcome === 'done' ? undefined : this.#pending[at]?.operation
    const isOnTop = ({ operation }: Pending, place: number) => place > at && operation.annotationId === undone?.annotationId
    const onTop = this.#pending.filter(isOnTop)
    this.#pending = this.#pending.filter((pending, place) => place !== at && !isOnTop(pending, place))
    if (annotation) {
      this.#answers += 1
      this.#answeredAt.set(annotation.id, this.#answers)
      this.#confirmed.set(annotation.id, annotation)
    }
    this.#fold()
    return onTop.map(({ operation }) => operation.id)
  }

  #fold(): void {
    this.#shown = new Map(this.#confirmed)
    for (const pending of this.#pending) {
      const { annotationId } = pending.operation
      const next = this.#after(this.#shown.get(annotationId), pending)
      if (next) this.#shown.set(annotationId, next)
    }
  }

  #after(before: Annotation | undefined, { operation, at }: Pending): Annotation | undefined {
    if (operation.kind === 'create' && before) return before // the server's list already has it
    return edited(before, editOf(operation), { ...this.#person, at })
  }
}

/** The shape of one revision is always the same object: the canvas then has nothing to build anew. */
function withKnownShape(annotation: Annotation, known: Annotation | undefined): Annotation {
  return known?.revision === annotation.revision ? { ...annotation, shape: known.shape } : annotation
}

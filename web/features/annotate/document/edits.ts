import type { Annotation, AnnotationOperation } from '../../../../shared/contracts/annotations.ts'
import type { Hand } from '../../../sync/noun.ts'

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never

/** Edit to an annotation by a person: an operation without its id and its base revision. */
export type Edit = Without<AnnotationOperation, 'id' | 'revision'>

export type Changes = Partial<Pick<Annotation, 'shape' | 'labelId' | 'confidence' | 'attributes' | 'reviewState'>>

/**
 * Applies an edit to an annotation. Returns undefined if there is no annotation to edit. The new revision is the one that the
 * server will assign unless another edit reaches the server first.
 */
export function edited(before: Annotation | undefined, edit: Edit, { accountId, name, at }: Hand): Annotation | undefined {
  if (edit.kind === 'create') {
    return {
      id: edit.annotationId,
      mediaId: edit.mediaId,
      shape: edit.shape,
      labelId: edit.labelId,
      confidence: edit.confidence ?? null,
      attributes: edit.attributes ?? {},
      reviewState: 'proposed',
      reviewedBy: null,
      reviewedAt: null,
      source: 'human',
      ...(edit.suggestionId !== undefined && { suggestionId: edit.suggestionId }),
      annotator: name,
      createdBy: accountId,
      createdAt: at,
      modifiedAt: at,
      revision: 1,
      removed: false
    }
  }
  if (!before) return undefined
  const next = { ...before, revision: before.revision + 1, modifiedAt: at }
  if (edit.kind === 'remove') return { ...next, removed: true }
  if (edit.kind === 'restore') return { ...next, removed: false }
  const changes = changesOf(edit)
  const isRenamed = changes.labelId !== undefined && changes.labelId !== before.labelId
  const reviewState = changes.reviewState ?? (isRenamed ? 'proposed' : before.reviewState)
  const reviewed = reviewState === 'proposed' ? { reviewedBy: null, reviewedAt: null } : { reviewedBy: name, reviewedAt: at }
  return { ...next, ...changes, reviewState, ...(reviewState !== before.reviewState && reviewed) }
}

/** Returns the inverse of an edit. @param before state of the annotation before the edit */
export function inverseOf(before: Annotation | undefined, edit: Edit): Edit {
  const { annotationId } = edit
  if (edit.kind === 'create' && edit.suggestionId) return { kind: 'remove', annotationId, suggestionId: edit.suggestionId }
  if (edit.kind === 'create' || edit.kind === 'restore') return { kind: 'remove', annotationId }
  if (edit.kind === 'remove' || !before) return { kind: 'restore', annotationId }
  const changes = changesOf(edit)
  const names = Object.keys(changes) as (keyof Changes)[]
  const old: Changes = Object.fromEntries(names.map(name => [name, before[name]]))
  if (!('labelId' in old)) return { kind: 'revise', annotationId, ...old }
  return { kind: 'revise', annotationId, ...old, reviewState: before.reviewState, ...(before.labelId !== null && { isUndo: true }) }
}

/** Returns the edit for a redo. The undo of a creation only removed the annotation, so its redo restores it. */
export function repeated(edit: Edit): Edit {
  return edit.kind === 'create' ? { kind: 'restore', annotationId: edit.annotationId } : edit
}

export function changesOf(edit: Extract<Edit, { kind: 'revise' }>): Changes {
  const { kind: _kind, annotationId: _id, suggestionId: _suggestion, shownLabelId: _shown, isUndo: _undo, ...changes } = edit
  return changes
}

/** Returns the operation that sends an edit to the server. @param revision base revision of the edit */
export function operationOf(id: string, edit: Edit, revision: number): AnnotationOperation {
  return edit.kind === 'create' ? { id, ...edit } : { id, revision, ...edit }
}

/** Returns the base revision of an operation, or 0 if it creates the annotation. */
export const madeOn = (operation: AnnotationOperation): number => (operation.kind === 'create' ? 0 : operation.revision)

/** Returns the edit that an operation contains. */
export function editOf(operation: AnnotationOperation): Edit {
  if (operation.kind === 'create') {
    const { id: _id, ...edit } = operation
    return edit
  }
  const { id: _id, revision: _revision, ...edit } = operation
  return edit
}

import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import { withoutNewer } from '../../../sync/without-newer.ts'
import type { Changes, Edit } from './edits.ts'

/** Groups of fields that are undone together or not at all. A review state applies to one label only. */
const facts = [['labelId', 'reviewState']]

/**
 * Returns the part of an undo or redo that does not affect newer changes; null when no part is left. A removal that reverts a restoration is
 * returned whole, because a restoration has no values to compare.
 * @param reverted edit that `edit` reverts
 */
export function partOf(now: Annotation | undefined, edit: Edit, reverted: Edit): Edit | null {
  if (edit.kind === 'create') return edit
  if (!now) return null // the annotation was deleted with its image, or is hidden
  if (edit.kind === 'restore') return edit
  if (now.removed) return null
  if (edit.kind === 'remove') {
    if (reverted.kind !== 'create') return edit
    const { shape, labelId, confidence, attributes = {} } = reverted
    return withoutNewer(now, {}, { shape, labelId, confidence, attributes, reviewState: 'proposed' }) && edit
  }
  if (reverted.kind !== 'revise') return edit
  const change = changesOf(edit)
  const own = withoutNewer(now, change, { ...('reviewState' in change && { reviewState: 'proposed' }), ...changesOf(reverted) }, facts)
  return own === change ? edit : own && { kind: 'revise', annotationId: edit.annotationId, ...own }
}

const names = ['shape', 'labelId', 'confidence', 'attributes', 'reviewState'] as const

/** Returns the changed values of a revision. The function is separate from `edits.ts`, which is part of the first load. */
const changesOf = (edit: Changes): Changes => Object.fromEntries(names.flatMap(name => (name in edit ? [[name, edit[name]]] : [])))

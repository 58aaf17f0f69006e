import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import { newId } from '../../../../shared/new-id.ts'
import type { Edit } from '../document/edits.ts'
import type { Suggested } from './noun.ts'

/** Id by which a suggestion is selected: that of the annotation that it names, or its own for a new shape. */
export const markOf = ({ id, annotationId }: Pick<Suggested, 'id' | 'annotationId'>): string => annotationId ?? id

/**
 * Suggestions that are still open, the most certain first. A suggestion of a new shape is open until an annotation uses it. A suggestion
 * for an annotation is open while the annotation has no label, and only the newest of several is returned. Unsent edits count, so that a
 * suggestion closes when the key is pressed.
 */
export function openSuggestions(suggestions: readonly Suggested[], annotations: readonly Annotation[]): Suggested[] {
  const used = new Set(annotations.map(({ suggestionId }) => suggestionId))
  const unlabelled = new Set(annotations.flatMap(({ id, labelId }) => (labelId === null ? [id] : [])))
  const open = new Map<string, Suggested>()
  for (const suggestion of suggestions) {
    const { id, annotationId } = suggestion
    if (annotationId === null ? used.has(id) : !unlabelled.has(annotationId)) continue
    const known = open.get(markOf(suggestion))
    if (!known || known.id < id) open.set(markOf(suggestion), suggestion)
  }
  return [...open.values()].sort((one, other) => other.probability - one.probability || (one.id < other.id ? 1 : -1))
}

/** Edit that gives a label by a suggestion. The suggestion's own label accepts it, and any other label corrects it. */
export function labelBy({ id: suggestionId, annotationId, mediaId, shape }: Suggested, labelId: string): Edit {
  return annotationId === null
    ? { kind: 'create', annotationId: newId(), mediaId, shape, labelId, suggestionId }
    : { kind: 'revise', annotationId, labelId, suggestionId }
}

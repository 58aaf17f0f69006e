import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import { newId } from '../../../../shared/new-id.ts'
import type { Edit } from '../document/edits.ts'
import type { Suggested } from './noun.ts'

/** Suggestion as shown on its image: either from a run, or live and not stored. A live suggestion has the id of its annotation. */
export type ShownSuggestion = Omit<Suggested, 'runId' | 'state' | 'revision' | 'removed'> & { isLive?: true }

/** Returns the id that selects a suggestion: the id of its annotation, or its own id for a new shape. */
export const markOf = ({ id, annotationId }: Pick<Suggested, 'id' | 'annotationId'>): string => annotationId ?? id

/**
 * Returns the suggestions that are still open, most certain first. A suggested new shape is open until an annotation uses it. A suggestion
 * for an annotation is open while the annotation has no label; of several, only the newest is returned. Unsent edits count, so that a
 * suggestion closes as soon as the key is pressed.
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

/** Returns the edit that assigns a label through a suggestion. The suggested label accepts the suggestion; any other label corrects it. */
export function labelBy(suggestion: ShownSuggestion, labelId: string): Edit {
  const { id: suggestionId, annotationId, mediaId, shape } = suggestion
  if (suggestion.isLive && annotationId !== null) return { kind: 'revise', annotationId, labelId, shownLabelId: suggestion.labelId }
  return annotationId === null
    ? { kind: 'create', annotationId: newId(), mediaId, shape, labelId, suggestionId }
    : { kind: 'revise', annotationId, labelId, suggestionId }
}

/**
 * Returns the edit that labels an annotation outside the suggestion panel. The edit also decides on a suggestion that is shown. For an unlabelled
 * annotation, the edit names the label of a dismissed or hidden suggestion. The person has seen that label, so the choice is not independent.
 * @param beside.suggestion shown for the annotation @param beside.seen label that a suggestion showed for it earlier
 */
export function labelBeside(
  annotationId: string,
  labelId: string,
  { suggestion, seen, hasLabel }: { suggestion: ShownSuggestion | undefined; seen: string | undefined; hasLabel: boolean }
): Edit {
  if (suggestion) return labelBy(suggestion, labelId)
  return { kind: 'revise', annotationId, labelId, ...(seen !== undefined && !hasLabel && { shownLabelId: seen }) }
}

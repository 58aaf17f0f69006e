import type { Selectable } from 'kysely'
import type { Origin } from '../../../shared/contracts/annotations.ts'
import type { AnnotationTable } from './tables.ts'

type Row = Pick<Selectable<AnnotationTable>, 'label_id' | 'review_state' | 'source' | 'is_from_machine' | 'origin' | 'suggestion_id'>

/** Suggestion that an operation refers to. */
export interface NamedSuggestion {
  id: string
  labelId: string
}

/** Label of a suggestion that a person saw. The decision on the suggestion stays as it is. */
export interface SeenLabel {
  id: null
  labelId: string
}

/**
 * Chooses the label that a person has seen, among those of suggestions that were rejected or set aside: the given one, or else the newest.
 * @returns undefined if there are none
 */
export function seenAmong(judged: readonly string[] | undefined, given: string): SeenLabel | undefined {
  const labelId = judged?.includes(given) ? given : judged?.[0]
  return labelId === undefined ? undefined : { id: null, labelId }
}

interface How {
  suggestion?: NamedSuggestion | SeenLabel | undefined
  isBulk?: boolean
}

export type Provenance = Pick<Row, 'origin' | 'suggestion_id'>

/** Provenance of a new annotation made by a person. */
export const provenanceOfNew = (labelId: string | null, { suggestion, isBulk = false }: How = {}): Provenance =>
  labelId === null
    ? { origin: null, suggestion_id: null }
    : suggestion
      ? { origin: originBy(suggestion, labelId, isBulk), suggestion_id: suggestion.id }
      : { origin: 'human', suggestion_id: null }

/** Provenance of an annotation after a person changed its label or its review. An annotation without a label has no provenance. */
export function provenanceAfter(
  before: Row,
  after: Omit<Row, 'origin' | 'suggestion_id'>,
  { suggestion, isBulk = false }: How = {}
): Provenance {
  if (after.label_id === null) return { origin: null, suggestion_id: null }
  if (suggestion) return { origin: originBy(suggestion, after.label_id, isBulk), suggestion_id: suggestion.id }
  const kept = { origin: before.origin, suggestion_id: before.suggestion_id }
  if (after.source === 'machine') {
    if (after.review_state !== 'confirmed') return { origin: null, suggestion_id: null }
    return before.review_state === 'confirmed' && before.origin !== null
      ? kept
      : { origin: isBulk ? 'accepted_bulk' : 'accepted', suggestion_id: null }
  }
  if (after.label_id === before.label_id) return kept
  const hasSeen = after.is_from_machine === 1 || (before.label_id !== null && before.origin !== null && before.origin !== 'human')
  return { origin: hasSeen ? 'human_seen' : 'human', suggestion_id: hasSeen ? before.suggestion_id : null }
}

function originBy({ labelId }: Pick<NamedSuggestion, 'labelId'>, given: string, isBulk: boolean): Origin {
  if (labelId !== given) return 'human_seen'
  return isBulk ? 'accepted_bulk' : 'accepted'
}

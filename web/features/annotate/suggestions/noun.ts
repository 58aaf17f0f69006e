import type { ImageSuggestion, SuggestionEdit } from '../../../../shared/contracts/image-suggestions.ts'
import type { Document } from '../../../sync/document.ts'
import type { Entity, Noun } from '../../../sync/noun.ts'

/**
 * Suggestion as an entity of a document. A decided suggestion counts as removed.
 * The revision never changes, because an edit replaces the whole state.
 */
export type Suggested = ImageSuggestion & Pick<Entity, 'revision' | 'removed'>

export type Decision = Omit<SuggestionEdit, 'id'>

/** Document of a project's suggestions. Its subjects are the images. */
export type SuggestionDocument = Document<Suggested, Decision, SuggestionEdit>

export const toSuggested = (suggestion: ImageSuggestion): Suggested => ({
  ...suggestion,
  revision: 1,
  removed: suggestion.state !== 'waiting'
})

export const suggestionNoun: Noun<Suggested, Decision, SuggestionEdit> = {
  kind: 'suggestion',
  subjectOf: ({ mediaId }) => mediaId,
  entityOf: ({ suggestionId }) => suggestionId,
  isNew: () => false,
  edited: (before, { state }) => before && toSuggested({ ...before, state }),
  inverseOf: (_before, { suggestionId }) => ({ suggestionId, state: 'waiting' }),
  repeated: decision => decision,
  operationOf: (id, decision) => ({ id, ...decision }),
  editOf: ({ id: _id, ...decision }) => decision,
  madeOn: () => 1,
  renewed: (next, known) => (known?.state === next.state ? { ...next, shape: known.shape } : next)
}

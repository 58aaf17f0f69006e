import { type Static, Type } from 'typebox'
import { suggestionsOnImage } from '../limits.ts'
import { Suggestion } from './ai.ts'
import { exampleId, Id, Nullable, Problem } from './common.ts'
import { contract } from './contract.ts'

export type ImageSuggestion = Static<typeof ImageSuggestion>
/** Suggestion as drawn on its image. It has the current labels of the catalog, with merges applied. */
export const ImageSuggestion = Type.Object({
  ...Type.Pick(Suggestion, ['id', 'mediaId', 'annotationId', 'shape', 'labelId', 'probability', 'alternatives', 'isUnlike', 'state'])
    .properties,
  runId: Id
})

export type SuggestionEdit = Static<typeof SuggestionEdit>
/**
 * Edit of a suggestion. It waits in the browser until there is a connection. To accept a suggestion, send an annotation edit that refers to
 * it instead.
 */
export const SuggestionEdit = Type.Object(
  {
    id: Id,
    suggestionId: Id,
    state: Type.Enum(['rejected', 'unsure', 'waiting'], { description: '`waiting`: undoes the other two' })
  },
  { additionalProperties: false }
)

export type SuggestionEditResult = Static<typeof SuggestionEditResult>
export const SuggestionEditResult = Type.Object({
  id: Id,
  isDone: Type.Boolean({ description: 'false: a label was already given, or the suggestion no longer exists' }),
  suggestion: Nullable(ImageSuggestion, { description: 'its current state' })
})

export const imageSuggestionsApi = {
  ofMedia: contract({
    method: 'GET',
    url: '/media/:mediaId/suggestions',
    summary: `Waiting suggestions on one image, most certain first, at most ${suggestionsOnImage}`,
    schema: {
      params: Type.Object({ mediaId: Id }),
      response: {
        200: Type.Object({
          items: Type.Array(ImageSuggestion, { maxItems: suggestionsOnImage }),
          hasMore: Type.Boolean({ description: 'whether less certain suggestions were left out' })
        }),
        403: Problem,
        404: Problem,
        409: Problem
      }
    }
  }),
  get: contract({
    method: 'GET',
    url: '/suggestions/:suggestionId',
    summary: 'One suggestion, in any state',
    schema: { params: Type.Object({ suggestionId: Id }), response: { 200: ImageSuggestion, 403: Problem, 404: Problem, 409: Problem } }
  }),
  edit: contract({
    method: 'POST',
    url: '/projects/:projectId/suggestions/edits',
    summary: 'Reject suggestions, set them aside, or let them wait again; an edit that is sent again changes nothing',
    audit: 'suggestions.decided',
    example: { edits: [{ id: exampleId(1), suggestionId: exampleId(2), state: 'rejected' }] },
    schema: {
      params: Type.Object({ projectId: Id }),
      body: Type.Object({ edits: Type.Array(SuggestionEdit, { minItems: 1, maxItems: 500 }) }, { additionalProperties: false }),
      response: {
        200: Type.Object({ results: Type.Array(SuggestionEditResult) }),
        403: Problem,
        404: Problem,
        409: Problem,
        422: Problem
      }
    }
  })
}

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
 * Edit to a suggestion. The edit waits in the browser until there is a connection. To accept a suggestion, send an annotation edit that refers to
 * the suggestion instead.
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

export type LiveSuggestion = Static<typeof LiveSuggestion>
/** Suggestion that is computed while a person labels, and not stored. Its label has the probability of a quick classifier. */
export const LiveSuggestion = Type.Object({
  ...Type.Pick(Suggestion, ['shape', 'labelId', 'probability', 'alternatives', 'isUnlike']).properties,
  annotationId: { ...Id, description: 'unlabelled annotation that the suggestion is for' }
})

export type LiveSuggestions = Static<typeof LiveSuggestions>
export const LiveSuggestions = Type.Object({
  items: Type.Array(LiveSuggestion, { maxItems: suggestionsOnImage, description: 'most certain first' }),
  reason: Nullable(
    Type.Enum(['imageNotReady', 'nothingUnlabelled', 'tooFewLabels', 'notPrepared', 'busy'], {
      description:
        'why there are none. `tooFewLabels`: fewer than 2 labels have 5 examples; `notPrepared`: too few of the examples have features; `busy`: no process became free'
    })
  ),
  classCount: Type.Integer({ minimum: 0, description: 'labels with at least 5 examples that can be learnt from' }),
  labelCount: Type.Integer({ minimum: 0, description: 'examples learnt from: points and areas with a label given by a person' }),
  missing: Type.Integer({ minimum: 0, description: 'further examples whose features are not computed yet' }),
  isCalibrated: Type.Boolean({
    description:
      'false: the probabilities are rough, because there are too few examples or images to measure them on images left out; also false without suggestions'
  })
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
  live: contract({
    method: 'GET',
    url: '/media/:mediaId/live-suggestions',
    summary:
      'Suggestions for the unlabelled annotations of one image, from the newest labels of the project; features are stored, but no suggestions',
    schema: {
      params: Type.Object({ mediaId: Id }),
      response: { 200: LiveSuggestions, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
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
    summary: 'Reject suggestions, set them aside, or return them to the waiting state; an edit that is sent again changes nothing',
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

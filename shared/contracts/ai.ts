import { type Static, Type } from 'typebox'
import { AiTask, GroupUnit, ModelCard, ModelClass, ModelTestQuery, ModelVersion, TestedCrop } from './ai-models.ts'
import { exampleId, Id, Nullable, Page, Problem, Timestamp } from './common.ts'
import { contract } from './contract.ts'
import { JobState } from './jobs.ts'
import { Shape } from './shapes.ts'

const Count = Type.Integer({ minimum: 0 })
const Share = Type.Number({ minimum: 0, maximum: 1 })

export type RunImages = Static<typeof RunImages>
/** Images that an uploaded model runs on: those without annotations, or all. */
export const RunImages = Type.Enum(['untouched', 'all'])

export type AiRun = Static<typeof AiRun>
/**
 * Job that applies a model version or an uploaded model, checks labels, prepares crops, or measures images. If necessary, it learns a version
 * first.
 */
export const AiRun = Type.Object({
  id: Id,
  number: Type.Integer({ minimum: 1 }),
  task: AiTask,
  state: JobState,
  jobId: Id,
  modelVersionId: Nullable(Id, { description: 'null while a version is being learnt, and for tasks without a version' }),
  modelNumber: Nullable(Type.Integer({ minimum: 1 })),
  uploadedModelId: Nullable(Id),
  modelName: Nullable(Type.String({ description: 'name and version of an uploaded model' })),
  embeddingName: Nullable(Type.String({ description: 'name and version of the embedding model whose features the run uses' })),
  imagesDone: Count,
  imagesFailed: Count,
  coverFailed: { ...Count, description: 'further images whose sample points could not be predicted for cover' },
  imagesTotal: Nullable(Count),
  suggestionCount: Count,
  waitingCount: Count,
  sentence: Nullable(Type.String({ description: 'outcome or failure, as a sentence' })),
  createdBy: Nullable(Type.String()),
  createdAt: Timestamp,
  startedAt: Nullable(Timestamp),
  finishedAt: Nullable(Timestamp)
})

export type SuggestionState = Static<typeof SuggestionState>
/** `gone`: the annotation was labelled or removed, or a newer run replaced the suggestion, before anyone decided. */
export const SuggestionState = Type.Enum(['waiting', 'accepted', 'relabelled', 'rejected', 'unsure', 'gone'])

const DecisionKind = Type.Enum(['accept', 'reject', 'unsure', 'wait', 'relabel'])

export type RunDetails = Static<typeof RunDetails>
export const RunDetails = Type.Interface([AiRun], {
  states: Type.Array(Type.Object({ state: SuggestionState, count: Count })),
  histogram: Type.Array(
    Type.Object({
      labelId: Id,
      bins: Type.Array(Count, { minItems: 100, maxItems: 100, description: 'waiting suggestions by probability, in bins of 0.01' })
    })
  ),
  unlikeShare: Type.Number({ minimum: 0, maximum: 1, description: 'share of all suggestions whose shape is unlike anything labelled' }),
  unlikeCount: Type.Integer({ minimum: 0, description: 'number of waiting suggestions whose shape is unlike anything labelled' }),
  unmapped: Type.Array(Type.Object({ labelId: Id, name: Type.String(), count: Count }), {
    description: 'waiting suggestions whose label is not mapped to the catalog; they cannot be accepted until it is'
  }),
  lastDecision: Nullable(Type.Object({ id: Id, decision: DecisionKind, count: Count, at: Timestamp })),
  provenance: Type.Record(Type.String(), Type.Unknown(), {
    description: 'model, features, labels, scope and times: enough to reproduce the run'
  })
})

export type Suggestion = Static<typeof Suggestion>
/** Label that a model suggests for a shape. It is not an annotation until a person accepts it. */
export const Suggestion = Type.Object({
  id: Id,
  mediaId: Id,
  fileName: Type.String(),
  mediaWidth: Type.Integer({ minimum: 1 }),
  mediaHeight: Type.Integer({ minimum: 1 }),
  annotationId: Nullable(Id, { description: 'unlabelled annotation that the suggestion is for; null for a new shape' }),
  annotationRevision: Nullable(Type.Integer({ minimum: 1 })),
  shape: Shape,
  labelId: Id,
  labelText: Nullable(
    Type.String({ description: 'name of a model label that is not mapped to the catalog; `labelId` is the id of that model label' })
  ),
  probability: Share,
  margin: Type.Number({
    minimum: 0,
    maximum: 1,
    description:
      'probability of the most probable label that the model has learnt, minus that of the second one; not that of a broader label suggested instead'
  }),
  alternatives: Type.Array(Type.Object({ labelId: Id, probability: Share }), { maxItems: 5 }),
  isUnlike: Type.Boolean({ description: 'unlike anything labelled; never accepted in bulk by threshold' }),
  state: SuggestionState,
  givenLabelId: Nullable(Id, { description: 'label that a person gave instead' })
})

const near = {
  annotationId: Id,
  revision: Type.Integer({ minimum: 1 }),
  labelId: Nullable(Id),
  similarity: Type.Number({ minimum: -1, maximum: 1, description: 'cosine' })
}

export type Doubt = Static<typeof Doubt>
/**
 * Doubt about a label given by a person, because models that learnt from other sites or images contradict the label. A doubt suggests another
 * label, but changes nothing itself.
 */
export const Doubt = Type.Object({
  id: Id,
  mediaId: Id,
  fileName: Type.String(),
  mediaWidth: Type.Integer({ minimum: 1 }),
  mediaHeight: Type.Integer({ minimum: 1 }),
  annotationId: Id,
  revision: Type.Integer({ minimum: 1 }),
  shape: Shape,
  labelId: Id,
  probability: Type.Number({ minimum: 0, maximum: 1, description: 'probability of the current label' }),
  suspicion: Type.Number({ minimum: 0, maximum: 1, description: 'probability of the best label minus that of the current one' }),
  alternatives: Type.Array(Type.Object({ labelId: Id, probability: Share }), { minItems: 1, maxItems: 5, description: 'best first' }),
  near: Type.Array(Type.Object(near), { maxItems: 5, description: 'most similar labelled annotations' }),
  state: SuggestionState,
  givenLabelId: Nullable(Id, { description: 'another label that a person gave' })
})

export type SimilarCrop = Static<typeof SimilarCrop>
export const SimilarCrop = Type.Object({
  id: Type.String({ description: 'id of the annotation' }),
  mediaId: Id,
  fileName: Type.String(),
  mediaWidth: Type.Integer({ minimum: 1 }),
  mediaHeight: Type.Integer({ minimum: 1 }),
  revision: Type.Integer({ minimum: 1 }),
  labelId: Nullable(Id),
  shape: Shape
})

export type SimilarPage = Static<typeof SimilarPage>
export const SimilarPage = Type.Object({
  example: SimilarCrop,
  items: Type.Array(Type.Interface([SimilarCrop], { similarity: Type.Number({ minimum: -1, maximum: 1, description: 'cosine' }) }), {
    description: 'most similar first'
  }),
  searched: Type.Integer({
    minimum: 0,
    description: 'number of crops compared; at most the newest 200,000, or fewer by an embedding model of more than 300 values'
  }),
  missing: Type.Integer({ minimum: 0, description: 'number of crops that are not prepared yet' }),
  isExamplePrepared: Type.Boolean({ description: 'whether the example itself is prepared; nothing is compared without it' })
})

export type SimilarQuery = Static<typeof SimilarQuery>
export const SimilarQuery = Type.Object(
  {
    show: Type.Optional(
      Type.Enum(['all', 'unlabelled', 'otherLabels'], {
        description: '`otherLabels`: crops without the label of the example, including unlabelled ones; default: `all`'
      })
    ),
    embeddingModelId: Type.Optional({ ...Id, description: 'uploaded embedding model to compare by; default: the standard features' }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 60 }))
  },
  { additionalProperties: false }
)

export type DoubtQuery = Static<typeof DoubtQuery>
export const DoubtQuery = Type.Object(
  {
    state: Type.Optional(SuggestionState),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 30 })),
    cursor: Type.Optional(Type.String({ maxLength: 200 }))
  },
  { additionalProperties: false }
)

export type SuggestionQuery = Static<typeof SuggestionQuery>
export const SuggestionQuery = Type.Object(
  {
    state: Type.Optional(SuggestionState),
    labelId: Type.Optional(Id),
    least: Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: 'minimum probability' })),
    order: Type.Optional(Type.Enum(['surest', 'leastSure'])),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 60 })),
    cursor: Type.Optional(Type.String({ maxLength: 200 }))
  },
  { additionalProperties: false }
)

export type SuggestionDecisionDraft = Static<typeof SuggestionDecisionDraft>
export const SuggestionDecisionDraft = Type.Union([
  Type.Object(
    {
      decision: Type.Enum(['accept', 'reject', 'unsure', 'wait'], {
        description: '`wait` returns rejected suggestions, and those set aside, to the waiting state'
      }),
      suggestionIds: Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true })
    },
    { additionalProperties: false }
  ),
  Type.Object(
    {
      decision: Type.Literal('relabel'),
      suggestionIds: Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true }),
      labelId: Id
    },
    { additionalProperties: false }
  )
])

export type SuggestionDecision = Static<typeof SuggestionDecision>
export const SuggestionDecision = Type.Object({
  id: Id,
  decision: DecisionKind,
  count: Type.Integer({ minimum: 0, description: 'number of decided suggestions' }),
  leftOut: Type.Integer({ minimum: 0, description: 'number of suggestions that others decided on first, or whose annotation changed' }),
  restored: Type.Integer({ minimum: 0, description: 'number of suggestions restored by undoing the decision' }),
  undoneAt: Nullable(Timestamp)
})

export type AiOverview = Static<typeof AiOverview>
export const AiOverview = Type.Object({
  unit: GroupUnit,
  classes: Type.Array(ModelClass, { description: 'labels that people gave to points and areas, most frequent first' }),
  learnable: Type.Integer({
    minimum: 0,
    description: 'number of labels with at least 5 examples in at least 2 groups; near-duplicate images are in one group'
  }),
  labels: Type.Integer({ minimum: 0, description: 'number of points and areas with a label given by a person' }),
  crops: Type.Integer({ minimum: 0, description: 'number of points and areas, with or without a label' }),
  unlabelled: Type.Object({ annotations: Count, images: Count }),
  labelledAreas: Type.Integer({ minimum: 0, description: 'number of areas with a label given by a person' }),
  areaLabels: Type.Integer({ minimum: 0, description: 'number of labels with at least 5 areas as examples' }),
  untouchedImages: Type.Integer({ minimum: 0, description: 'number of images without annotations' }),
  images: Type.Integer({ minimum: 0, description: 'number of images that can be measured' }),
  unmeasuredImages: Type.Integer({ minimum: 0, description: 'number of them whose quality has not been measured yet' }),
  promoted: Type.Array(Type.Object({ task: AiTask, id: Id, number: Type.Integer({ minimum: 1 }), labelCount: Count }), {
    description: 'versions that runs use by default'
  }),
  hasRuntime: Type.Boolean({ description: 'whether this server can run ONNX models' })
})

export type LabelShare = Static<typeof LabelShare>
export const LabelShare = Type.Object(
  { labelId: Id, share: Type.Number({ exclusiveMinimum: 0, maximum: 1 }) },
  { additionalProperties: false }
)

export type RunDraft = Static<typeof RunDraft>
export const RunDraft = Type.Object(
  {
    task: Type.Optional(AiTask),
    modelVersionId: Type.Optional({ ...Id, description: 'default: the promoted version, or a new one if none can run' }),
    learn: Type.Optional(Type.Boolean({ description: 'learn a new version first, and use it if it is promoted' })),
    weights: Type.Optional(
      Type.Enum(['none', 'balanced'], {
        description:
          'for training a version: `balanced` gives all labels equal weight, with weights of at most 10; default: equal weight for all examples'
      })
    ),
    features: Type.Optional(
      Type.Enum(['standard', 'dictionary'], {
        description:
          'in learning a version: `dictionary` also tries features learnt from the images, and uses them if they predict better on groups left out; it needs 1,000 labels; default: `standard`'
      })
    ),
    embeddingModelId: Type.Optional({
      ...Id,
      description:
        'uploaded embedding model whose vectors replace the standard features, in learning a version, checking labels or preparing crops; for `label` and `objects`, a new version is then learnt'
    }),
    mix: Type.Optional(
      Type.Array(LabelShare, {
        minItems: 1,
        maxItems: 500,
        description:
          'expected shares of labels in the images of the run, together at most 1; the other labels share the rest as in training. Each is learnt by the model version, or has 5 examples in 2 groups if a version is learnt. Probabilities are changed accordingly'
      })
    ),
    uploadedModelId: Type.Optional({ ...Id, description: 'uploaded model to apply, for the task `model`' }),
    images: Type.Optional(RunImages),
    licenseRead: Type.Optional(
      Type.Boolean({ description: 'confirms that the licence of an uploaded model was read; required before its first run' })
    ),
    manifestSha256: Type.Optional(
      Type.String({ pattern: '^[0-9a-f]{64}$', description: 'manifest that the person has read; required with `licenseRead`' })
    )
  },
  { additionalProperties: false }
)

const ProjectParams = Type.Object({ projectId: Id })
const RunParams = Type.Object({ aiRunId: Id })

export const aiApi = {
  overview: contract({
    method: 'GET',
    url: '/projects/:projectId/ai',
    summary: 'Whether the labels of a project suffice for learning, and what is left to label',
    schema: { params: ProjectParams, response: { 200: AiOverview, 403: Problem, 404: Problem, 409: Problem } }
  }),
  models: contract({
    method: 'GET',
    url: '/projects/:projectId/ai/models',
    summary: 'Model versions of a project, newest first',
    schema: {
      params: ProjectParams,
      response: { 200: Type.Object({ items: Type.Array(ModelVersion) }), 403: Problem, 404: Problem, 409: Problem }
    }
  }),
  model: contract({
    method: 'GET',
    url: '/ai/models/:modelVersionId',
    summary: 'Card of a model version: its labels, its test, and the facts to reproduce it',
    schema: { params: Type.Object({ modelVersionId: Id }), response: { 200: ModelCard, 403: Problem, 404: Problem, 409: Problem } }
  }),
  tested: contract({
    method: 'GET',
    url: '/ai/models/:modelVersionId/tested',
    summary: 'Tested labels of a model version, such as those of one cell of its confusion matrix',
    schema: {
      params: Type.Object({ modelVersionId: Id }),
      querystring: ModelTestQuery,
      response: {
        200: Type.Interface([Page(TestedCrop)], {
          removedCount: Type.Integer({ minimum: 0, description: 'number of tested labels whose annotation or image was later removed' })
        }),
        400: Problem,
        403: Problem,
        404: Problem,
        409: Problem
      }
    }
  }),
  promote: contract({
    method: 'POST',
    url: '/ai/models/:modelVersionId/promote',
    summary: 'Promote a model version, so that runs use it by default, whatever the comparison found',
    audit: 'ai.promoted',
    schema: { params: Type.Object({ modelVersionId: Id }), response: { 200: ModelCard, 403: Problem, 404: Problem, 409: Problem } }
  }),
  runs: contract({
    method: 'GET',
    url: '/projects/:projectId/ai/runs',
    summary: 'Runs of a project, newest first',
    schema: {
      params: ProjectParams,
      response: { 200: Type.Object({ items: Type.Array(AiRun) }), 403: Problem, 404: Problem, 409: Problem }
    }
  }),
  start: contract({
    method: 'POST',
    url: '/projects/:projectId/ai/runs',
    summary: 'Start a run: suggest labels, find objects, check labels, prepare crops, measure images, or apply an uploaded model',
    audit: 'ai.started',
    example: {},
    schema: {
      params: ProjectParams,
      body: RunDraft,
      response: { 202: AiRun, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  run: contract({
    method: 'GET',
    url: '/ai/runs/:aiRunId',
    summary: 'One run with the distribution of its suggestions and its provenance',
    schema: { params: RunParams, response: { 200: RunDetails, 403: Problem, 404: Problem, 409: Problem } }
  }),
  suggestions: contract({
    method: 'GET',
    url: '/ai/runs/:aiRunId/suggestions',
    summary: 'Suggestions of a run, page by page',
    schema: {
      params: RunParams,
      querystring: SuggestionQuery,
      response: { 200: Page(Suggestion), 400: Problem, 403: Problem, 404: Problem, 409: Problem }
    }
  }),
  doubts: contract({
    method: 'GET',
    url: '/ai/runs/:aiRunId/doubts',
    summary: 'Labels that a check doubts, most suspicious first',
    schema: {
      params: RunParams,
      querystring: DoubtQuery,
      response: { 200: Page(Doubt), 400: Problem, 403: Problem, 404: Problem, 409: Problem }
    }
  }),
  similar: contract({
    method: 'GET',
    url: '/annotations/:annotationId/similar',
    summary: 'Annotations of the project whose crops are most similar to that of an example',
    schema: {
      params: Type.Object({ annotationId: Id }),
      querystring: SimilarQuery,
      response: { 200: SimilarPage, 400: Problem, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  patch: contract({
    method: 'GET',
    url: '/suggestions/:suggestionId/patch',
    summary: 'Crop of a suggestion with a margin, as WebP of at most 192 px',
    answer: 'stream',
    schema: { params: Type.Object({ suggestionId: Id }) }
  }),
  decide: contract({
    method: 'POST',
    url: '/ai/runs/:aiRunId/decisions',
    summary: 'Accept, relabel, reject, set aside or put back suggestions; accepting labels the annotation',
    audit: 'suggestions.decided',
    example: { decision: 'accept', suggestionIds: [exampleId(1)] },
    schema: {
      params: RunParams,
      body: SuggestionDecisionDraft,
      response: { 200: SuggestionDecision, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  undo: contract({
    method: 'POST',
    url: '/ai/decisions/:suggestionDecisionId/undo',
    summary: 'Undo a decision on suggestions, except for annotations that have been edited since',
    audit: 'suggestions.undone',
    schema: {
      params: Type.Object({ suggestionDecisionId: Id }),
      response: { 200: SuggestionDecision, 403: Problem, 404: Problem, 409: Problem }
    }
  })
}

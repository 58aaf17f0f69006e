import { type Static, Type } from 'typebox'
import { exampleId, Id, Nullable, Page, Problem, Timestamp } from './common.ts'
import { contract } from './contract.ts'
import { JobState } from './jobs.ts'
import { Shape } from './shapes.ts'

const Count = Type.Integer({ minimum: 0 })
const Share = Type.Number({ minimum: 0, maximum: 1 })

export type LearnMethod = Static<typeof LearnMethod>
/** `lda`: shrinkage discriminant analysis; `logistic`: multinomial logistic regression; `trees`: extra-trees; `blend`: the last two together. */
export const LearnMethod = Type.Enum(['lda', 'logistic', 'trees', 'blend'])

export type Interval = Static<typeof Interval>
/** A figure with its 95 % interval, which is null when the test has a single group. */
export const Interval = Type.Object({ value: Type.Number(), low: Nullable(Type.Number()), high: Nullable(Type.Number()) })

export type AiReport = Static<typeof AiReport>
/** Test of a model version on groups that it did not learn from. */
export const AiReport = Type.Object({
  count: Type.Integer({ minimum: 0, description: 'labels tested' }),
  groupCount: Count,
  unlearntCount: Type.Integer({ minimum: 0, description: 'labels of the test groups whose class was not learnt; they are not in `count`' }),
  accuracy: Interval,
  macroF1: Interval,
  kappa: Interval,
  classes: Type.Array(
    Type.Object({
      support: Type.Integer({ minimum: 0, description: 'tested labels of the class' }),
      predicted: Count,
      hits: Count,
      precision: Nullable(Interval),
      recall: Nullable(Interval)
    }),
    { description: 'in the order of the classes of the version' }
  ),
  matrix: Type.Array(Type.Array(Count), { description: 'rows: labels by people; columns: predictions' }),
  calibrationError: Type.Object({
    before: Type.Number(),
    after: Nullable(Type.Number({ description: 'null: not calibrated, as fewer than two groups were left for it' }))
  }),
  curve: Type.Array(Type.Object({ threshold: Share, count: Count, hits: Count }), {
    description: 'tested labels at or above a threshold, and those predicted correctly'
  }),
  methods: Type.Array(Type.Object({ method: LearnMethod, accuracy: Type.Number() })),
  leak: Type.Object(
    { byGroup: Type.Number(), byPoint: Type.Number() },
    { description: 'accuracy of the discriminant analysis on other groups, and on single points beside the training points' }
  )
})

export type ModelClass = Static<typeof ModelClass>
export const ModelClass = Type.Object({ labelId: Id, name: Type.String(), labelCount: Count, groupCount: Count })

export type GroupUnit = Static<typeof GroupUnit>
/** Unit that is never split between learning and testing. */
export const GroupUnit = Type.Enum(['site', 'image'])

export type AiTask = Static<typeof AiTask>
/**
 * `label`: suggests labels for points and areas without one; `objects`: suggests boxes with labels on images without annotations; `check`: doubts labels
 * of people; `similar`: prepares the crops for the search for similar ones.
 */
export const AiTask = Type.Enum(['label', 'objects', 'check', 'similar'])

export type ModelVersion = Static<typeof ModelVersion>
/** Version of a model that learnt from the labels of the project. It never changes. */
export const ModelVersion = Type.Object({
  id: Id,
  number: Type.Integer({ minimum: 1 }),
  task: AiTask,
  isPromoted: Type.Boolean({ description: 'whether runs of its task use it by default' }),
  method: LearnMethod,
  labelCount: Type.Integer({ minimum: 0, description: 'labels that it learnt from, was calibrated and tested with' }),
  groupCount: Count,
  unit: GroupUnit,
  accuracy: Nullable(Interval, { description: 'null: no labels were left for a test' }),
  testedCount: Type.Integer({ minimum: 0, description: 'labels tested' }),
  createdBy: Nullable(Type.String()),
  createdAt: Timestamp
})

export type Comparison = Static<typeof Comparison>
/** A new version and the promoted one on the same tested labels, by paired bootstrap of whole groups. */
export const Comparison = Type.Object({
  versionId: Id,
  number: Type.Integer({ minimum: 1, description: 'of the promoted version' }),
  count: Type.Integer({ minimum: 0, description: 'tested labels of the classes that both learnt' }),
  unitCount: Type.Integer({ minimum: 0, description: 'groups that are drawn as a whole; images where there are fewer than 10 groups' }),
  commonClasses: Count,
  otherClasses: Type.Integer({ minimum: 0, description: 'classes that only one of them learnt; they are not compared' }),
  macroF1: Share,
  otherMacroF1: Share,
  difference: Interval,
  meanDifference: Nullable(Type.Number(), { description: 'over the draws' }),
  fifthPercentile: Nullable(Type.Number(), { description: 'of the draws' }),
  draws: Type.Integer({ minimum: 0, description: '0 with a single group, which gives no interval' }),
  seed: Count
})

export type PromotionReason = Static<typeof PromotionReason>
/** `better`: 5th percentile above −0.01 and mean above 0; `notComparable`: other groups, or fewer than two common classes; `first`: no other version could run. */
export const PromotionReason = Type.Enum(['first', 'better', 'notBetter', 'notComparable', 'person'])

export type ModelCard = Static<typeof ModelCard>
/** A model version with its report and everything that is needed to repeat it. */
export const ModelCard = Type.Interface([ModelVersion], {
  classes: Type.Array(ModelClass),
  notLearnt: Type.Array(ModelClass, { description: 'labels with fewer than 5 examples, or in one group only' }),
  counts: Type.Object({ training: Count, calibration: Count, test: Count }),
  temperatures: Nullable(Type.Array(Type.Number())),
  penalty: Nullable(Type.Number()),
  report: Nullable(AiReport),
  featureSet: Type.String(),
  seed: Count,
  snapshotSha256: Type.String({ description: 'of the sorted list of annotation, revision and label' }),
  sha256: Type.String({ description: 'of the model' }),
  appVersion: Type.String(),
  testedItems: Type.Integer({ minimum: 0, description: 'tested labels that the version stored; 0 for versions of older programs' }),
  promotions: Type.Array(
    Type.Object({
      isPromoted: Type.Boolean(),
      reason: PromotionReason,
      comparison: Nullable(Comparison),
      by: Nullable(Type.String({ description: 'person who decided; null: by the rule' })),
      at: Timestamp
    }),
    { description: 'decisions on the version, newest first' }
  )
})

export type TestedCrop = Static<typeof TestedCrop>
/** Tested label of a version, with its shape. */
export const TestedCrop = Type.Object({
  annotationId: Id,
  revision: Type.Integer({ minimum: 1 }),
  mediaId: Id,
  fileName: Type.String(),
  mediaWidth: Type.Integer({ minimum: 1 }),
  mediaHeight: Type.Integer({ minimum: 1 }),
  shape: Shape,
  labelId: Id,
  predictedId: Id,
  probability: Share
})

export type ModelTestQuery = Static<typeof ModelTestQuery>
export const ModelTestQuery = Type.Object(
  {
    labelId: Type.Optional({ ...Id, description: 'label by people' }),
    predictedId: Type.Optional({ ...Id, description: 'label by the model' }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 60 })),
    cursor: Type.Optional(Type.String({ maxLength: 200 }))
  },
  { additionalProperties: false }
)

export type AiRun = Static<typeof AiRun>
/** One job that applies a model version, which it may learn first. */
export const AiRun = Type.Object({
  id: Id,
  number: Type.Integer({ minimum: 1 }),
  task: AiTask,
  state: JobState,
  jobId: Id,
  modelVersionId: Nullable(Id, { description: 'null while it learns' }),
  modelNumber: Nullable(Type.Integer({ minimum: 1 })),
  imagesDone: Count,
  imagesFailed: Count,
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
/** `gone`: the annotation was named or removed before anyone decided. */
export const SuggestionState = Type.Enum(['waiting', 'accepted', 'relabelled', 'rejected', 'unsure', 'gone'])

const DecisionKind = Type.Enum(['accept', 'reject', 'unsure', 'relabel'])

export type RunDetails = Static<typeof RunDetails>
export const RunDetails = Type.Interface([AiRun], {
  states: Type.Array(Type.Object({ state: SuggestionState, count: Count })),
  histogram: Type.Array(
    Type.Object({
      labelId: Id,
      bins: Type.Array(Count, { minItems: 100, maxItems: 100, description: 'waiting suggestions by probability, 0.01 each' })
    })
  ),
  unlikeShare: Type.Number({ minimum: 0, maximum: 1, description: 'share of all its suggestions that are on something unlike all labels' }),
  unlikeCount: Type.Integer({ minimum: 0, description: 'waiting suggestions on something unlike all labels' }),
  lastDecision: Nullable(Type.Object({ id: Id, decision: DecisionKind, count: Count, at: Timestamp })),
  provenance: Type.Record(Type.String(), Type.Unknown(), {
    description: 'model, features, labels, scope and times: enough to repeat the run'
  })
})

export type Suggestion = Static<typeof Suggestion>
/** Label that a model version proposes for a shape. It is no annotation. */
export const Suggestion = Type.Object({
  id: Id,
  mediaId: Id,
  fileName: Type.String(),
  mediaWidth: Type.Integer({ minimum: 1 }),
  mediaHeight: Type.Integer({ minimum: 1 }),
  annotationId: Nullable(Id, { description: 'annotation without a label that it is for; null for a new one' }),
  annotationRevision: Nullable(Type.Integer({ minimum: 1 })),
  shape: Shape,
  labelId: Id,
  probability: Share,
  margin: Type.Number({ minimum: 0, maximum: 1, description: 'distance to the second label' }),
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
/** Label of a person that models of other sites or images contradict. It is a suggestion to change the label, and changes nothing itself. */
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
  probability: Type.Number({ minimum: 0, maximum: 1, description: 'of the present label' }),
  suspicion: Type.Number({ minimum: 0, maximum: 1, description: 'probability of the best label minus that of the present one' }),
  alternatives: Type.Array(Type.Object({ labelId: Id, probability: Share }), { minItems: 1, maxItems: 5, description: 'the best first' }),
  near: Type.Array(Type.Object(near), { maxItems: 5, description: 'most similar labelled annotations' }),
  state: SuggestionState,
  givenLabelId: Nullable(Id, { description: 'other label that a person gave instead' })
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
    description: 'the most similar first'
  }),
  searched: Type.Integer({ minimum: 0, description: 'crops that were compared, at most the newest 200,000' }),
  missing: Type.Integer({ minimum: 0, description: 'crops that are not prepared yet' })
})

export type SimilarQuery = Static<typeof SimilarQuery>
export const SimilarQuery = Type.Object(
  {
    show: Type.Optional(
      Type.Enum(['all', 'unlabelled', 'otherLabels'], { description: '`otherLabels`: without the label of the example; absent: all' })
    ),
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
    least: Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: 'lowest probability' })),
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
      decision: Type.Enum(['accept', 'reject', 'unsure']),
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
  count: Type.Integer({ minimum: 0, description: 'suggestions that it decided' }),
  leftOut: Type.Integer({ minimum: 0, description: 'suggestions that others decided first, or whose annotation changed' }),
  restored: Type.Integer({ minimum: 0, description: 'suggestions that its undo brought back' }),
  undoneAt: Nullable(Timestamp)
})

export type AiOverview = Static<typeof AiOverview>
export const AiOverview = Type.Object({
  unit: GroupUnit,
  classes: Type.Array(ModelClass, { description: 'labels on points and areas by people, most first' }),
  learnable: Type.Integer({ minimum: 0, description: 'labels with at least 5 examples in at least 2 groups' }),
  labels: Type.Integer({ minimum: 0, description: 'labels on points and areas by people' }),
  crops: Type.Integer({ minimum: 0, description: 'points and areas, with or without a label' }),
  unlabelled: Type.Object({ annotations: Count, images: Count }),
  areaLabels: Type.Integer({ minimum: 0, description: 'labels with at least 5 examples that are areas' }),
  untouchedImages: Type.Integer({ minimum: 0, description: 'images without annotations' }),
  promoted: Type.Array(Type.Object({ task: AiTask, id: Id, number: Type.Integer({ minimum: 1 }), labelCount: Count }), {
    description: 'versions that runs use by default'
  }),
  hasRuntime: Type.Boolean({ description: 'whether this server can run ONNX models' })
})

const ProjectParams = Type.Object({ projectId: Id })
const RunParams = Type.Object({ aiRunId: Id })

export const aiApi = {
  overview: contract({
    method: 'GET',
    url: '/projects/:projectId/ai',
    summary: 'How ready the labels of a project are to learn from, and what is left to label',
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
    summary: 'Card of a model version: its labels, its test, and how to repeat it',
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
          removedCount: Type.Integer({ minimum: 0, description: 'tested labels whose annotation or image was removed since' })
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
    summary: 'Let runs use a model version by default, whatever the comparison found',
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
    summary:
      'Suggest labels, find objects, check labels, or prepare crops, with the promoted model version, another one, or a new one where one is needed',
    audit: 'ai.started',
    example: {},
    schema: {
      params: ProjectParams,
      body: Type.Object(
        {
          task: Type.Optional(AiTask),
          modelVersionId: Type.Optional({
            ...Id,
            description: 'default: the promoted version; if there is none yet, a new version is trained'
          }),
          learn: Type.Optional(Type.Boolean({ description: 'learn a new version first, and use it if it is promoted' }))
        },
        { additionalProperties: false }
      ),
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
    summary: 'Labels that a check doubts, the most suspicious first',
    schema: {
      params: RunParams,
      querystring: DoubtQuery,
      response: { 200: Page(Doubt), 400: Problem, 403: Problem, 404: Problem, 409: Problem }
    }
  }),
  similar: contract({
    method: 'GET',
    url: '/annotations/:annotationId/similar',
    summary: 'Annotations of the project whose crops are most similar to that of one',
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
    summary: 'Accept, relabel, reject or set aside suggestions; accepting names the annotation',
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
    summary: 'Undo a decision on suggestions, except for annotations that were edited since',
    audit: 'suggestions.undone',
    schema: {
      params: Type.Object({ suggestionDecisionId: Id }),
      response: { 200: SuggestionDecision, 403: Problem, 404: Problem, 409: Problem }
    }
  })
}

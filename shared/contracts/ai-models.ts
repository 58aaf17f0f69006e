import { type Static, Type } from 'typebox'
import { ModelAudits } from './acceptance-audits.ts'
import { Id, Nullable, Timestamp } from './common.ts'
import { Interval } from './interval.ts'
import { Shape } from './shapes.ts'

const Count = Type.Integer({ minimum: 0 })
const Share = Type.Number({ minimum: 0, maximum: 1 })

export type LearnMethod = Static<typeof LearnMethod>
/**
 * `lda`: shrinkage discriminant analysis; `logistic`: multinomial logistic regression; `trees`: extra-trees; `blend`: `logistic` and `trees`
 * together.
 */
export const LearnMethod = Type.Enum(['lda', 'logistic', 'trees', 'blend'])

export type AiReport = Static<typeof AiReport>
/** Test of a model version on groups that it did not learn from. */
export const AiReport = Type.Object({
  count: Type.Integer({ minimum: 0, description: 'number of labels tested' }),
  groupCount: Count,
  unlearntCount: Type.Integer({
    minimum: 0,
    description: 'number of labels in the test groups whose class was not learnt; `count` excludes them'
  }),
  accuracy: Interval,
  macroF1: Interval,
  kappa: Interval,
  classes: Type.Array(
    Type.Object({
      support: Type.Integer({ minimum: 0, description: 'number of tested labels of the class' }),
      predicted: Count,
      hits: Count,
      precision: Nullable(Interval),
      recall: Nullable(Interval)
    }),
    { description: 'in the order of the classes of the version' }
  ),
  matrix: Type.Array(Type.Array(Count), { description: 'rows: labels given by people; columns: predicted labels' }),
  calibrationError: Type.Object({
    before: Type.Number(),
    after: Nullable(Type.Number({ description: 'null: not calibrated, because fewer than two groups were left for calibration' }))
  }),
  curve: Type.Array(Type.Object({ threshold: Share, count: Count, hits: Count }), {
    description: 'tested labels at or above a threshold, and those predicted correctly'
  }),
  methods: Type.Array(Type.Object({ method: LearnMethod, accuracy: Type.Number() })),
  leak: Type.Object(
    { byGroup: Type.Number(), byPoint: Type.Number() },
    { description: 'accuracy of the discriminant analysis, tested on whole groups and on points drawn from all groups' }
  )
})

export type ModelClass = Static<typeof ModelClass>
export const ModelClass = Type.Object({ labelId: Id, name: Type.String(), labelCount: Count, groupCount: Count })

export type GroupUnit = Static<typeof GroupUnit>
/** Unit that is never split between learning and testing. */
export const GroupUnit = Type.Enum(['site', 'image'])

export type AiTask = Static<typeof AiTask>
/**
 * `label`: suggests labels for points and areas without one; `objects`: suggests boxes with labels on images without annotations; `check`:
 * checks labels given by people; `similar`: prepares crops for the search for similar ones; `quality`: measures images and finds
 * near-duplicates; `model`: applies an uploaded model.
 */
export const AiTask = Type.Enum(['label', 'objects', 'check', 'similar', 'quality', 'model'])

export type ModelVersion = Static<typeof ModelVersion>
/** Version of a model that learnt from the labels of the project. It never changes. */
export const ModelVersion = Type.Object({
  id: Id,
  number: Type.Integer({ minimum: 1 }),
  task: AiTask,
  isPromoted: Type.Boolean({ description: 'whether runs of its task use it by default' }),
  method: LearnMethod,
  labelCount: Type.Integer({ minimum: 0, description: 'number of labels for training, calibration and testing together' }),
  groupCount: Count,
  unit: GroupUnit,
  accuracy: Nullable(Interval, { description: 'null: no labels were left for a test' }),
  testedCount: Type.Integer({ minimum: 0, description: 'number of labels tested' }),
  createdBy: Nullable(Type.String()),
  createdAt: Timestamp
})

export type Comparison = Static<typeof Comparison>
/** Comparison of a new version with the promoted one on the same tested labels, by paired bootstrap of whole groups. */
export const Comparison = Type.Object({
  versionId: Id,
  number: Type.Integer({ minimum: 1, description: 'number of the promoted version' }),
  count: Type.Integer({ minimum: 0, description: 'number of tested labels of the classes that both learnt' }),
  unitCount: Type.Integer({
    minimum: 0,
    description: 'number of groups drawn in the bootstrap, or images when there are fewer than 10 groups'
  }),
  commonClasses: Count,
  otherClasses: Type.Integer({ minimum: 0, description: 'number of classes that only one version learnt; they are not compared' }),
  macroF1: Share,
  otherMacroF1: Share,
  difference: Interval,
  meanDifference: Nullable(Type.Number(), { description: 'mean of the difference over the draws' }),
  fifthPercentile: Nullable(Type.Number(), { description: '5th percentile of the difference over the draws' }),
  draws: Type.Integer({ minimum: 0, description: 'number of bootstrap draws; 0 with a single group, which gives no interval' }),
  seed: Count
})

export type PromotionReason = Static<typeof PromotionReason>
/**
 * `better`: 5th percentile above −0.01 and mean above 0; `notComparable`: different groups, or fewer than two common classes; `first`: there
 * was no other runnable version.
 */
export const PromotionReason = Type.Enum(['first', 'better', 'notBetter', 'notComparable', 'person'])

export type Reliability = Static<typeof Reliability>
/** Probabilities of the tested labels against the shares that were correct. */
export const Reliability = Type.Object({
  bins: Type.Array(
    Type.Object({
      from: Share,
      to: Type.Number({ minimum: 0, maximum: 1, description: 'exclusive, except for 1 in the last bin' }),
      count: Type.Integer({ minimum: 0, description: 'number of labels tested' }),
      hits: Type.Integer({ minimum: 0, description: 'number of labels predicted correctly' }),
      meanProbability: Nullable(Share, { description: 'mean probability of the predictions; null in an empty bin' }),
      share: Nullable(Interval, { description: 'share predicted correctly, with Wilson’s interval; null in an empty bin' })
    }),
    { description: 'ten bins of equal width, lowest probability first' }
  ),
  calibrationError: Type.Number({ minimum: 0, maximum: 1, description: 'expected calibration error of these bins' })
})

export type TestedSite = Static<typeof TestedSite>
/** Test result for the labels of one site. */
export const TestedSite = Type.Object({
  kind: Type.Enum(['site', 'none', 'deleted'], {
    description: '`none`: images without a site; `deleted`: sites and images that have been deleted since the test'
  }),
  siteId: Nullable(Id, { description: 'null unless `kind` is `site`' }),
  name: Nullable(Type.String({ description: 'generalised according to the rules of the project; null unless `kind` is `site`' })),
  count: Type.Integer({ minimum: 1, description: 'number of labels tested' }),
  hits: Type.Integer({ minimum: 0, description: 'number of labels predicted correctly' }),
  share: Interval
})

export type TriedDictionary = Static<typeof TriedDictionary>
/**
 * Dictionary: filters learnt from small patches of the images that a version was trained on. Its features are tested with a discriminant analysis
 * in 3-fold cross-validation over the training groups. If more labels are predicted correctly, the features are used in addition to the standard
 * ones.
 */
export const TriedDictionary = Type.Object({
  isUsed: Type.Boolean(),
  recipe: Type.String(),
  sha256: Nullable(Type.String(), {
    description: 'SHA-256 of the filters; null: not learnt, because the labels and classes were too many'
  }),
  patchCount: Type.Integer({ minimum: 0, description: 'number of patches for each of the two crop scales' }),
  imageCount: Type.Integer({ minimum: 0, description: 'number of images that the patches were drawn from' }),
  comparison: Nullable(
    Type.Object({
      count: Type.Integer({ minimum: 0, description: 'number of labels in the cross-validation' }),
      standard: Type.Number({ minimum: 0, maximum: 1, description: 'share correct with the standard features' }),
      dictionary: Type.Number({ minimum: 0, maximum: 1, description: 'share correct with the dictionary as well' })
    }),
    { description: 'null: fewer than three training groups, or not learnt' }
  )
})

export type ModelCard = Static<typeof ModelCard>
/** A model version with its report and everything that is needed to reproduce it. */
export const ModelCard = Type.Interface([ModelVersion], {
  classes: Type.Array(ModelClass),
  trainingShares: Type.Array(Share, { description: 'share of each class in training, after its weights, in the order of the classes' }),
  notLearnt: Type.Array(ModelClass, { description: 'labels with fewer than 5 examples, in a single group, or too few for training' }),
  counts: Type.Object({ training: Count, calibration: Count, test: Count }),
  temperatures: Nullable(Type.Array(Type.Number())),
  penalty: Nullable(Type.Number()),
  weights: Type.Enum(['none', 'balanced'], {
    description: '`balanced`: all labels had equal weight in training, with weights of at most 10'
  }),
  dictionary: Nullable(TriedDictionary, { description: 'null: only the standard features were used' }),
  report: Nullable(AiReport),
  featureSet: Type.String(),
  embeddingModel: Nullable(Type.Object({ id: Id, name: Type.String(), version: Type.String() }), {
    description: 'uploaded model that computes the features; null for other features'
  }),
  seed: Count,
  snapshotSha256: Type.String({ description: 'SHA-256 of the sorted list of annotations with revision and label' }),
  sha256: Type.String({ description: 'SHA-256 of the model' }),
  appVersion: Type.String(),
  testedItems: Type.Integer({
    minimum: 0,
    description: 'number of tested labels stored with the version; 0 for versions made before Isobath stored them'
  }),
  reliability: Nullable(Reliability, { description: 'null: not tested, or made before Isobath stored tested labels' }),
  sites: Nullable(Type.Array(TestedSite), {
    description:
      'by name; sites at the time of the test if `unit` is `site`, otherwise the current sites of the images; null as for `reliability`'
  }),
  promotions: Type.Array(
    Type.Object({
      isPromoted: Type.Boolean(),
      reason: PromotionReason,
      comparison: Nullable(Comparison),
      by: Nullable(Type.String({ description: 'person who decided; null: decided by the rule' })),
      at: Timestamp
    }),
    { description: 'decisions on the version, newest first' }
  ),
  audits: ModelAudits
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
    labelId: Type.Optional({ ...Id, description: 'label given by people' }),
    predictedId: Type.Optional({ ...Id, description: 'label predicted by the model' }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 60 })),
    cursor: Type.Optional(Type.String({ maxLength: 200 }))
  },
  { additionalProperties: false }
)

import { type Static, Type } from 'typebox'
import { LearnMethod } from './ai-models.ts'
import { Id, Nullable, Problem } from './common.ts'
import { contract } from './contract.ts'
import { CoverQuery, ResultTaxon } from './results.ts'
import { ModelTask } from './uploaded-models.ts'

const Count = Type.Integer({ minimum: 0 })

export type CorrectedCoverQuery = Static<typeof CorrectedCoverQuery>
/** Options for cover with the corrected predictions of a model version. */
export const CorrectedCoverQuery = Type.Object(
  {
    modelVersionId: Type.Optional({
      ...Id,
      description: 'model version or uploaded model; by default the version in use, or else the one with the latest prediction'
    }),
    groupBy: Type.Optional(
      Type.String({
        pattern: '^(site|survey|depthBand|date|metadata:.{1,200})$',
        description: 'as in the other results; no groups when absent. A single image cannot be corrected'
      })
    ),
    filter: CoverQuery.properties.filter,
    depthBandInMeters: CoverQuery.properties.depthBandInMeters,
    rank: CoverQuery.properties.rank,
    unscorable: CoverQuery.properties.unscorable
  },
  { additionalProperties: false }
)

export type PredictedVersion = Static<typeof PredictedVersion>
/** Model version or uploaded model whose runs predicted sample points. */
export const PredictedVersion = Type.Object({
  id: Id,
  number: Nullable(Type.Integer(), { description: 'null for an uploaded model, as are `method` and `learntAt`' }),
  method: Nullable(LearnMethod),
  sha256: Type.String({ description: 'of the version, or of the file of the uploaded model' }),
  learntAt: Nullable(Type.String()),
  uploaded: Nullable(
    Type.Object({
      name: Type.String(),
      version: Type.String(),
      task: ModelTask,
      manifestSha256: Type.String(),
      addedAt: Type.String(),
      mapped: { ...Count, description: 'labels mapped to the catalog' },
      unmapped: { ...Count, description: 'labels without a label of the catalog; their probability counts for no taxon' }
    }),
    { description: 'null for a version that learned from the project' }
  ),
  isPromoted: Type.Boolean({ description: 'whether runs use it by default' }),
  runs: Type.Array(Type.Integer(), { description: 'numbers of the runs that predicted its sample points, newest first; at most 50' }),
  images: { ...Count, description: 'images with predictions' },
  points: { ...Count, description: 'sample points with predictions' },
  firstPredictedAt: Type.String(),
  lastPredictedAt: Type.String()
})

export type Unpredicting = Static<typeof Unpredicting>
/** Uploaded model without predictions for sample points. */
export const Unpredicting = Type.Object({
  id: Id,
  name: Type.String({ description: 'name and version' }),
  reason: Type.Enum(['notRun', 'notRunOnAll', 'findsObjects', 'manyLabels'], {
    description:
      'no run has predicted sample points (a segmentation should run on all images); it finds objects, which have no probabilities for points; or it has more than 1000 labels'
  })
})

const Estimate = Nullable(
  Type.Object({
    share: Type.Number({ description: 'not clipped: a corrected share may lie outside 0–1' }),
    low: Nullable(Type.Number(), { description: '95 % interval, from 1000 draws of images; null with fewer than two images' }),
    high: Nullable(Type.Number())
  })
)

export type CorrectedTaxonCover = Static<typeof CorrectedTaxonCover>
export const CorrectedTaxonCover = Type.Object({
  taxon: { ...Count, description: 'index in `taxa`' },
  human: Estimate,
  machine: Estimate,
  corrected: Estimate
})

const Counts = Type.Object({
  labelled: { ...Count, description: 'with a label that a person gave without a suggestion' },
  predicted: { ...Count, description: 'points: predicted and not labelled so; images: with any prediction that counts' },
  heldOut: { ...Count, description: 'labelled and predicted, outside the training and calibration of the model' },
  accepted: {
    ...Count,
    description:
      'of the predicted ones, those accepted in bulk that blind labels of ended audits correct; 0 when the held-out points correct them too, or nothing is corrected'
  },
  audited: {
    ...Count,
    description: 'accepted in bulk, outside the training of the model, with a blind label of an ended audit; 20 on two images are needed'
  }
})

export type CorrectedCoverGroup = Static<typeof CorrectedCoverGroup>
export const CorrectedCoverGroup = Type.Object({
  key: Nullable(Type.String(), { description: 'key of the group, as in the other results' }),
  name: Type.String(),
  points: Counts,
  images: Counts,
  leftOut: { ...Count, description: 'sample points with neither such a label nor a prediction' },
  obstacle: Nullable(Type.Enum(['noPredictions', 'unmapped', 'fewPoints', 'fewImages']), {
    description:
      'why it cannot be corrected: no predictions, no label of the uploaded model in the catalog, fewer than 20 held-out points, or all of them on one image'
  }),
  covers: Type.Array(CorrectedTaxonCover)
})

export type CorrectedCoverResult = Static<typeof CorrectedCoverResult>
/** Percent cover by labels, by predictions, and by predictions corrected with held-out points. */
export const CorrectedCoverResult = Type.Object({
  version: Nullable(PredictedVersion, { description: 'null: no run has predicted sample points yet' }),
  versions: Type.Array(PredictedVersion, { description: 'latest prediction first' }),
  unpredicting: Type.Array(Unpredicting, { description: 'uploaded models that cannot be chosen, newest first; at most 20' }),
  taxa: Type.Array(Type.Omit(ResultTaxon, ['individuals']), { description: 'largest cover first' }),
  labels: Type.Array(Type.Object({ id: Id, name: Type.String(), unscorable: Type.Boolean() }), {
    description: 'labels of points and classes of the model, by name; the first 500'
  }),
  groups: Type.Array(CorrectedCoverGroup),
  all: CorrectedCoverGroup
})

export const correctedCoverApi = {
  correctedCover: contract({
    method: 'GET',
    url: '/projects/:projectId/results/corrected-cover',
    summary: 'Percent cover by labels, by a model, and by the model corrected with held-out labels, with 95 % intervals',
    schema: {
      params: Type.Object({ projectId: Id }),
      querystring: CorrectedCoverQuery,
      response: { 200: CorrectedCoverResult, 400: Problem, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  })
}

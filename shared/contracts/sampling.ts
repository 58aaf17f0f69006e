import { type Static, Type } from 'typebox'
import { exampleId, Id, Nothing, Nullable, Problem, Timestamp } from './common.ts'
import { contract } from './contract.ts'
import { Job } from './jobs.ts'
import { FilterText } from './review.ts'

const Side = Type.Integer({ minimum: 1, maximum: 100 })

export type PointMethod = Static<typeof PointMethod>
/** Method of placing points. `random`: anywhere. `stratified`: one in each cell of a grid. `grid`: at the centre of each cell. */
export const PointMethod = Type.Enum(['random', 'stratified', 'grid'])

/** Area in which points are placed. Its edges are distances from the left and the top of the image, in percent or in pixels. */
const SampleArea = Type.Object(
  {
    unit: Type.Enum(['percent', 'pixels']),
    left: Type.Number({ minimum: 0, maximum: 1_000_000 }),
    right: Type.Number({ minimum: 0, maximum: 1_000_000 }),
    top: Type.Number({ minimum: 0, maximum: 1_000_000 }),
    bottom: Type.Number({ minimum: 0, maximum: 1_000_000 })
  },
  { additionalProperties: false }
)

export type SamplePlan = Static<typeof SamplePlan>
export const SamplePlan = Type.Object(
  {
    method: PointMethod,
    count: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, description: 'number of points; without rows and columns, also the number of cells' })
    ),
    rows: Type.Optional(Side),
    columns: Type.Optional(Side),
    area: Type.Optional(SampleArea),
    seed: Type.String({ minLength: 1, maxLength: 100, description: 'the same seed yields the same points on an image' })
  },
  { additionalProperties: false }
)

/** Plan of points that were imported. */
const ImportedPlan = Type.Object({ method: Type.Literal('imported'), fileName: Type.String() })

/** Sample points of one image. Each point is an annotation, and `points` lists their ids in scoring order. */
export type Sample = Static<typeof Sample>
export const Sample = Type.Object({
  id: Id,
  mediaId: Id,
  plan: Type.Union([SamplePlan, ImportedPlan]),
  points: Type.Array(Id),
  createdBy: Nullable(Type.String()),
  createdAt: Timestamp
})

/** Number of images that match a filter, and number of these images with points. */
export type SampleCount = Static<typeof SampleCount>
export const SampleCount = Type.Object({ imageCount: Type.Integer({ minimum: 0 }), sampledCount: Type.Integer({ minimum: 0 }) })

/** Counts after the call. A job draws or removes any remaining points. */
const SampleRun = Type.Interface([SampleCount], {
  job: Nullable(Job, { description: 'job that handles the remaining points beyond the first 5,000' })
})

const ProjectParams = Type.Object({ projectId: Id })
const SampleParams = Type.Object({ sampleId: Id })

export const samplingApi = {
  draw: contract({
    method: 'POST',
    url: '/projects/:projectId/samples',
    summary: 'Draw points for percent cover on images that have none',
    audit: 'sample.drawn',
    example: { mediaIds: [exampleId()], plan: { method: 'random', count: 50, seed: 'reef-2026' } },
    schema: {
      params: ProjectParams,
      body: Type.Object(
        { mediaIds: Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true }), plan: SamplePlan },
        { additionalProperties: false }
      ),
      response: {
        200: Type.Object({
          samples: Type.Array(Sample),
          left: Type.Array(Type.Object({ mediaId: Id, reason: Type.String() }), {
            description: 'images that got no points, with the reason'
          })
        }),
        403: Problem,
        404: Problem,
        422: Problem
      }
    }
  }),
  ofMedia: contract({
    method: 'GET',
    url: '/media/:mediaId/samples',
    summary: 'Sample points of an image',
    schema: { params: Type.Object({ mediaId: Id }), response: { 200: Type.Object({ samples: Type.Array(Sample) }), 404: Problem } }
  }),
  takeOwnPoints: contract({
    method: 'POST',
    url: '/media/:mediaId/samples/own-points',
    summary: 'Create unlabelled copies of an image’s points for blind scoring; repeated calls create them only once',
    schema: {
      params: Type.Object({ mediaId: Id }),
      response: { 200: Type.Object({ samples: Type.Array(Sample) }), 403: Problem, 404: Problem }
    }
  }),
  count: contract({
    method: 'GET',
    url: '/projects/:projectId/samples/count',
    summary: 'Number of images that match a filter, and how many of them have points',
    schema: {
      params: ProjectParams,
      querystring: Type.Object({ filter: Type.Optional(FilterText) }, { additionalProperties: false }),
      response: { 200: SampleCount, 400: Problem, 404: Problem }
    }
  }),
  drawOnAll: contract({
    method: 'POST',
    url: '/projects/:projectId/samples/draw',
    summary: 'Draw points on every image that matches a filter, has none and is large enough for the plan. A job handles large numbers',
    audit: 'sample.drawn',
    example: { filter: '', plan: { method: 'grid', rows: 5, columns: 5, seed: 'reef-2026' } },
    schema: {
      params: ProjectParams,
      body: Type.Object({ filter: FilterText, plan: SamplePlan }, { additionalProperties: false }),
      response: { 200: SampleRun, 202: SampleRun, 403: Problem, 404: Problem, 422: Problem }
    }
  }),
  removeFromAll: contract({
    method: 'POST',
    url: '/projects/:projectId/samples/remove',
    summary:
      'Remove the sample points of every image that matches a filter. An image keeps them if any has a label, an attribute or a comment. A job handles large numbers',
    audit: 'sample.removed',
    example: { filter: '' },
    schema: {
      params: ProjectParams,
      body: Type.Object({ filter: FilterText }, { additionalProperties: false }),
      response: { 200: SampleRun, 202: SampleRun, 403: Problem, 404: Problem, 422: Problem }
    }
  }),
  remove: contract({
    method: 'DELETE',
    url: '/samples/:sampleId',
    summary: 'Remove drawn points and their labels; their history is kept',
    audit: 'sample.removed',
    schema: { params: SampleParams, response: { 204: Nothing, 403: Problem, 404: Problem, 409: Problem } }
  })
}

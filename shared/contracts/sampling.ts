import { type Static, Type } from 'typebox'
import { Id, Nothing, Nullable, Problem, Timestamp } from './common.ts'
import { contract } from './contract.ts'

const Side = Type.Integer({ minimum: 1, maximum: 100 })

export type PointMethod = Static<typeof PointMethod>
/** `random`: anywhere. `stratified`: one in each cell of a raster. `grid`: the middle of each cell. */
export const PointMethod = Type.Enum(['random', 'stratified', 'grid'])

/** Where points may lie: the four edges, from the left and the top, in percent of the image or in pixels. */
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
      Type.Integer({ minimum: 1, maximum: 1000, description: 'points; without rows and columns the raster is made of this many cells' })
    ),
    rows: Type.Optional(Side),
    columns: Type.Optional(Side),
    area: Type.Optional(SampleArea),
    seed: Type.String({ minLength: 1, maxLength: 100, description: 'the same seed gives the same points of an image' })
  },
  { additionalProperties: false }
)

/** The points drawn on one image. Each is an annotation, to be named; `points` are their ids in the order to walk them. */
export type Sample = Static<typeof Sample>
export const Sample = Type.Object({
  id: Id,
  mediaId: Id,
  plan: SamplePlan,
  points: Type.Array(Id),
  createdBy: Nullable(Type.String()),
  createdAt: Timestamp
})

const SampleParams = Type.Object({ sampleId: Id })

export const samplingApi = {
  draw: contract({
    method: 'POST',
    url: '/projects/:projectId/samples',
    summary: 'Draw points for percent cover on images that have none',
    audit: 'sample.drawn',
    schema: {
      params: Type.Object({ projectId: Id }),
      body: Type.Object(
        { mediaIds: Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true }), plan: SamplePlan },
        { additionalProperties: false }
      ),
      response: {
        200: Type.Object({
          samples: Type.Array(Sample),
          left: Type.Array(Type.Object({ mediaId: Id, reason: Type.String() }), { description: 'images without new points, and why' })
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
    summary: 'The points drawn on an image',
    schema: { params: Type.Object({ mediaId: Id }), response: { 200: Type.Object({ samples: Type.Array(Sample) }), 404: Problem } }
  }),
  remove: contract({
    method: 'DELETE',
    url: '/samples/:sampleId',
    summary: 'Take drawn points away, with the names they were given; their history is kept',
    audit: 'sample.removed',
    schema: { params: SampleParams, response: { 204: Nothing, 403: Problem, 404: Problem } }
  })
}

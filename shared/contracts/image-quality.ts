import { type Static, Type } from 'typebox'
import { Id, Nullable, Page, Problem, Timestamp } from './common.ts'
import { contract } from './contract.ts'

const Count = Type.Integer({ minimum: 0 })

export type QualitySummary = Static<typeof QualitySummary>
/** Numbers of measured images, and of the near-duplicate, blurred, dark and bright images among them. Images deleted since are left out. */
export const QualitySummary = Type.Object({
  measured: Count,
  missing: Type.Integer({ minimum: 0, description: 'number of images that are not measured yet' }),
  clusters: Type.Integer({ minimum: 0, description: 'number of clusters of near-duplicates' }),
  clustered: Type.Integer({ minimum: 0, description: 'number of images in these clusters' }),
  blurred: Type.Integer({ minimum: 0, description: 'number of images below the 5th percentile of the sharpness of their site' }),
  dark: Type.Integer({ minimum: 0, description: 'number of images with at least 20 % of black pixels' }),
  bright: Type.Integer({ minimum: 0, description: 'number of images with at least 20 % of white pixels' })
})

export type MeasuredImage = Static<typeof MeasuredImage>
/** Image with its measurements, computed from the luma of a copy with a longest side of at most 1000 px. */
export const MeasuredImage = Type.Object({
  mediaId: Id,
  fileName: Type.String(),
  eventDate: Nullable(Timestamp, { description: 'capture time, UTC' }),
  annotationCount: Count,
  sharpness: Type.Number({ minimum: 0, description: 'variance of the 4-neighbour Laplacian, in squared grey levels' }),
  relativeSharpness: Nullable(
    Type.Number({
      minimum: 0,
      description:
        'multiple of the median of its site, or of the project if the site has fewer than 20 images; null if the project has fewer than 20'
    })
  ),
  darkShare: Type.Number({ minimum: 0, maximum: 1, description: 'share of pixels of at most 5' }),
  brightShare: Type.Number({ minimum: 0, maximum: 1, description: 'share of pixels of at least 250' })
})

export type QualityCluster = Static<typeof QualityCluster>
/** Near-duplicates: images connected by difference hashes that differ in at most 6 of 64 bits. */
export const QualityCluster = Type.Object({
  id: Id,
  count: Type.Integer({ minimum: 2 }),
  images: Type.Array(MeasuredImage, { maxItems: 12, description: 'the first images by capture time; the others are in the list of images' })
})

export type QualityClusterQuery = Static<typeof QualityClusterQuery>
export const QualityClusterQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    cursor: Type.Optional(Type.String({ maxLength: 200 }))
  },
  { additionalProperties: false }
)

export type QualityImageQuery = Static<typeof QualityImageQuery>
export const QualityImageQuery = Type.Object(
  {
    show: Type.Optional(
      Type.Enum(['blurred', 'dark', 'bright', 'cluster'], {
        description: '`blurred` (default), `dark`, `bright`: worst first; `cluster`: near-duplicates of one cluster, sharpest first'
      })
    ),
    clusterId: Type.Optional({ ...Id, description: 'required if `show` is `cluster`' }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 60 })),
    cursor: Type.Optional(Type.String({ maxLength: 200 }))
  },
  { additionalProperties: false }
)

const ProjectParams = Type.Object({ projectId: Id })

export const imageQualityApi = {
  summary: contract({
    method: 'GET',
    url: '/projects/:projectId/ai/quality',
    summary: 'Number of measured, near-duplicate, blurred and badly exposed images of a project',
    schema: { params: ProjectParams, response: { 200: QualitySummary, 403: Problem, 404: Problem, 409: Problem } }
  }),
  clusters: contract({
    method: 'GET',
    url: '/projects/:projectId/ai/quality/clusters',
    summary: 'Clusters of near-duplicate images, largest first',
    schema: {
      params: ProjectParams,
      querystring: QualityClusterQuery,
      response: { 200: Page(QualityCluster), 400: Problem, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  images: contract({
    method: 'GET',
    url: '/projects/:projectId/ai/quality/images',
    summary: 'Blurred, dark or bright images, worst first, or the images of one cluster',
    schema: {
      params: ProjectParams,
      querystring: QualityImageQuery,
      response: { 200: Page(MeasuredImage), 400: Problem, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  })
}

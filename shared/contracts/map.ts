import { type Static, Type } from 'typebox'
import { Id, Nullable, Page, Problem, Timestamp } from './common.ts'
import { contract } from './contract.ts'
import { ShownPlace } from './generalisations.ts'
import { FilterText } from './review.ts'

const Count = Type.Integer({ minimum: 0 })
const Latitude = Type.Number({ minimum: -90, maximum: 90 })
const Longitude = Type.Number({ minimum: -180, maximum: 180 })

/** Maximum number of images that are drawn as points. */
export const mapPointLimit = 20_000

export type MapPointsQuery = Static<typeof MapPointsQuery>
export const MapPointsQuery = Type.Object({ filter: Type.Optional(FilterText) }, { additionalProperties: false })

/** Grid cell of a generalised position, with the images in it. */
export type MapGridCell = Static<typeof MapGridCell>
export const MapGridCell = Type.Object({
  decimalLongitude: Type.Number({ description: 'of the centre of the cell' }),
  decimalLatitude: Type.Number({ description: 'of the centre of the cell' }),
  sideInDegrees: Type.Number({ exclusiveMinimum: 0 }),
  count: Count
})

export type MapPoints = Static<typeof MapPoints>
/** Positions of images, exact or generalised, depending on the viewer. */
export const MapPoints = Type.Object({
  matchedCount: Type.Integer({ minimum: 0, description: 'images that match the filter' }),
  placedCount: Type.Integer({ minimum: 0, description: 'matched images with a position that is shown' }),
  longitudes: Type.Array(Type.Integer(), { description: `units of 1e-7 degrees, WGS 84; at most ${mapPointLimit}, evenly sampled` }),
  latitudes: Type.Array(Type.Integer()),
  depths: Type.Array(Nullable(Type.Integer()), { description: 'centimetres below the surface' }),
  pointCount: Type.Integer({ minimum: 0, description: 'images with an exact position, drawn or not' }),
  cells: Type.Array(MapGridCell, { description: 'cells of images with a generalised position' })
})

export type MapRowsQuery = Static<typeof MapRowsQuery>
export const MapRowsQuery = Type.Object(
  {
    longitude: Longitude,
    latitude: Latitude,
    radiusInMeters: Type.Number({ minimum: 0, maximum: 20_100_000, description: 'only images within this distance' }),
    filter: Type.Optional(FilterText),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
    cursor: Type.Optional(Type.String({ maxLength: 512, description: '`nextCursor` of the previous page' }))
  },
  { additionalProperties: false }
)

export type MapRow = Static<typeof MapRow>
/** An image near a place. */
export const MapRow = Type.Object({
  mediaId: Id,
  fileName: Type.String(),
  decimalLatitude: Latitude,
  decimalLongitude: Longitude,
  depthInMeters: Nullable(Type.Number()),
  eventDate: Nullable(Timestamp),
  siteId: Nullable(Id),
  generalised: Type.Optional(ShownPlace)
})

export type MapRows = Static<typeof MapRows>
export const MapRows = Type.Object({ ...Page(MapRow).properties, total: Count })

const ProjectParams = Type.Object({ projectId: Id })

export const mapApi = {
  points: contract({
    method: 'GET',
    url: '/projects/:projectId/map/points',
    summary: 'Positions of the images of a project',
    schema: { params: ProjectParams, querystring: MapPointsQuery, response: { 200: MapPoints, 400: Problem, 404: Problem } }
  }),
  rows: contract({
    method: 'GET',
    url: '/projects/:projectId/map/rows',
    summary: 'Images around a place, nearest first',
    schema: { params: ProjectParams, querystring: MapRowsQuery, response: { 200: MapRows, 400: Problem, 404: Problem } }
  })
}

import { type Static, Type } from 'typebox'
import { lassoLimits } from '../geometry/lasso.ts'
import { Id, Nullable, Page, Problem, Timestamp } from './common.ts'
import { contract } from './contract.ts'
import { ShownPlace } from './generalisations.ts'
import { FilterText } from './review.ts'

const Count = Type.Integer({ minimum: 0 })
const Latitude = Type.Number({ minimum: -90, maximum: 90 })
const Longitude = Type.Number({ minimum: -180, maximum: 180 })

/** Maximum number of images, annotations or observations that are drawn as points. */
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
  matchedCount: Type.Integer({ minimum: 0, description: 'number of images that match the filter' }),
  placedCount: Type.Integer({ minimum: 0, description: 'number of matching images whose position is shown' }),
  longitudes: Type.Array(Type.Integer(), { description: `units of 1e-7 degrees, WGS 84; at most ${mapPointLimit}, evenly sampled` }),
  latitudes: Type.Array(Type.Integer()),
  depths: Type.Array(Nullable(Type.Integer()), { description: 'centimetres below the surface' }),
  pointCount: Type.Integer({ minimum: 0, description: 'number of images with an exact position, whether drawn or not' }),
  cells: Type.Array(MapGridCell, { description: 'grid cells of images with a generalised position' })
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

/** Maximum number of labels in the row of one image. */
export const mapRowLabelLimit = 5

export type MapRow = Static<typeof MapRow>
/** An image near a position. */
export const MapRow = Type.Object({
  mediaId: Id,
  fileName: Type.String(),
  decimalLatitude: Latitude,
  decimalLongitude: Longitude,
  depthInMeters: Nullable(Type.Number()),
  eventDate: Nullable(Timestamp),
  siteId: Nullable(Id),
  generalised: Type.Optional(ShownPlace),
  annotationCount: Type.Integer({ minimum: 0, description: 'number of annotations that the Results page counts and the filter matches' }),
  labels: Type.Array(Type.Object({ labelId: Nullable(Id), annotationId: Id, count: Count }), {
    maxItems: mapRowLabelLimit,
    description: 'labels of these annotations, most frequent first, each with the id of one annotation'
  })
})

export type MapRows = Static<typeof MapRows>
export const MapRows = Type.Object({ ...Page(MapRow).properties, total: Count })

/** Maximum number of cells in one response. A resolution that would need more cells is replaced by a coarser one. */
export const mapCellLimit = 4_000

const boxPattern = '^-?\\d{1,3}(\\.\\d{1,9})?(,-?\\d{1,3}(\\.\\d{1,9})?){3}$'

const ViewQuery = {
  kind: Type.Optional(
    Type.Union([Type.Literal('image'), Type.Literal('annotation'), Type.Literal('observation')], { default: 'annotation' })
  ),
  origin: Type.Optional(
    Type.Union([Type.Literal('own'), Type.Literal('outside')], {
      description: 'for observations: made by the team, or from accepted outside records'
    })
  ),
  box: Type.Optional(
    Type.String({
      pattern: boxPattern,
      maxLength: 80,
      description: '`west,south,east,north` in degrees, inclusive; crosses 180° if west is greater than east; absent: the whole earth'
    })
  ),
  filter: Type.Optional(FilterText),
  includeUnreviewed: Type.Optional(Type.Boolean({ default: false, description: 'include unconfirmed machine suggestions, as in Results' }))
}

export type MapViewQuery = Static<typeof MapViewQuery>
/** Query for a map view. Its records are images, the annotations that the Results page counts, or observations. */
export const MapViewQuery = Type.Object(ViewQuery, { additionalProperties: false })

export type MapFeaturesQuery = Static<typeof MapFeaturesQuery>
export const MapFeaturesQuery = Type.Object(
  {
    box: ViewQuery.box,
    filter: ViewQuery.filter,
    includeUnreviewed: ViewQuery.includeUnreviewed,
    kind: Type.Optional(Type.Union([Type.Literal('image'), Type.Literal('annotation')], { default: 'annotation' }))
  },
  { additionalProperties: false }
)

export type MapCellsQuery = Static<typeof MapCellsQuery>
export const MapCellsQuery = Type.Object(
  { ...ViewQuery, resolution: Type.Optional(Type.Integer({ minimum: 0, maximum: 9, default: 3, description: 'H3 resolution' })) },
  { additionalProperties: false }
)

const viewFigures = {
  isUpdating: Type.Boolean({ description: 'true while a job still derives places for recent changes, which are not counted yet' }),
  placedCount: Type.Integer({ minimum: 0, description: 'number of matching records of the project whose position is shown' }),
  inViewCount: Type.Integer({ minimum: 0, description: 'number of matching records in the box' })
}

export type MapCells = Static<typeof MapCells>
/** Counts for H3 cells, in parallel arrays. The areas of cells of one resolution differ by up to about a factor of two. */
export const MapCells = Type.Object({
  ...viewFigures,
  resolution: Type.Integer({ minimum: 0, maximum: 9, description: 'H3 resolution of the cells; may be coarser than requested' }),
  cells: Type.Array(Type.String(), { description: 'H3 indexes', maxItems: mapCellLimit }),
  counts: Type.Array(Count),
  richness: Type.Array(Count, { description: 'number of different labels in each cell' }),
  longitudes: Type.Array(Type.Integer(), { description: 'longitudes of the centres, in units of 1e-7 degrees' }),
  latitudes: Type.Array(Type.Integer()),
  cornerCounts: Type.Array(Count, { description: 'number of corners of each cell, 5 to 10' }),
  corners: Type.Array(Type.Integer(), {
    description: 'offsets of each corner from the centre, longitude and latitude alternating, in units of 1e-5 degrees'
  }),
  grid: Type.Array(MapGridCell, { description: 'grid cells of records with a generalised position, which are not counted in H3 cells' })
})

export type MapMarks = Static<typeof MapMarks>
/** Individual annotations, images or observations in a bounding box, in parallel arrays. */
export const MapMarks = Type.Object({
  ...viewFigures,
  longitudes: Type.Array(Type.Integer(), { description: 'units of 1e-7 degrees', maxItems: mapPointLimit }),
  latitudes: Type.Array(Type.Integer()),
  labels: Type.Array(Count, { description: 'position in `labelIds`, from 1; 0 without a label' }),
  labelIds: Type.Array(Id),
  machine: Type.Array(Type.Integer({ minimum: 0, maximum: 1 }), { description: '1 for an unconfirmed suggestion by a machine' }),
  grid: Type.Array(MapGridCell)
})

export type MapHistograms = Static<typeof MapHistograms>
/**
 * Distributions of the records in a bounding box. Each distribution ignores the conditions on its own dimension, unless the filter has
 * several groups.
 */
export const MapHistograms = Type.Object({
  ...viewFigures,
  depth: Type.Array(
    Type.Object({ from: Type.Number({ description: 'metres' }), to: Type.Number({ description: 'metres, exclusive' }), count: Count })
  ),
  noDepthCount: Count,
  date: Type.Array(
    Type.Object({ from: Type.String({ description: 'first day' }), to: Type.String({ description: 'last day' }), count: Count })
  ),
  noDateCount: Count,
  labels: Type.Array(Type.Object({ labelId: Nullable(Id), count: Count }), { maxItems: 50, description: 'most frequent first' }),
  otherLabelCount: Type.Integer({ minimum: 0, description: 'number of records with a label that is not listed' }),
  sources: Type.Object({ human: Count, machine: Count })
})

export type MapObservationsQuery = Static<typeof MapObservationsQuery>
export const MapObservationsQuery = Type.Object(
  {
    box: ViewQuery.box,
    filter: ViewQuery.filter,
    origin: ViewQuery.origin,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 }))
  },
  { additionalProperties: false }
)

export type MapObservation = Static<typeof MapObservation>
/** Observation in a part of the map. */
export const MapObservation = Type.Object({
  observationId: Id,
  labelId: Nullable(Id),
  name: Type.String(),
  eventDate: Nullable(Type.String()),
  individualCount: Nullable(Count),
  decimalLatitude: Latitude,
  decimalLongitude: Longitude,
  depthInMeters: Nullable(Type.Number()),
  isFromOutside: Type.Boolean({ description: 'from an accepted outside record' }),
  generalised: Type.Optional(ShownPlace)
})

export type MapObservations = Static<typeof MapObservations>
export const MapObservations = Type.Object({
  ...viewFigures,
  extent: Nullable(
    Type.Object({
      west: Longitude,
      south: Latitude,
      east: Type.Number({ minimum: -180, maximum: 540, description: 'exceeds 180 when the extent crosses ±180°' }),
      north: Latitude
    }),
    { description: 'smallest extent of all observations in the box; null without any' }
  ),
  items: Type.Array(MapObservation, { description: 'nearest to the centre of the box first' })
})

/** Maximum number of features in one file. */
export const mapFeatureLimit = 20_000

export type MapFeature = Static<typeof MapFeature>
/** An annotation or image as a GeoJSON feature (RFC 7946), with Darwin Core terms. */
export const MapFeature = Type.Object({
  type: Type.Literal('Feature'),
  id: Id,
  geometry: Type.Object({
    type: Type.Literal('Point'),
    coordinates: Type.Array(Type.Number(), { minItems: 2, maxItems: 2, description: 'longitude and latitude, WGS 84' })
  }),
  properties: Type.Object({
    mediaId: Id,
    fileName: Type.String(),
    eventDate: Nullable(Timestamp),
    depthInMeters: Nullable(Type.Number()),
    label: Nullable(Type.String()),
    scientificName: Nullable(Type.String()),
    source: Nullable(Type.Union([Type.Literal('human'), Type.Literal('machine')])),
    reviewState: Nullable(Type.String()),
    coordinateUncertaintyInMeters: Nullable(Type.Number()),
    dataGeneralizations: Nullable(Type.String())
  })
})

export type MapFeatures = Static<typeof MapFeatures>
export const MapFeatures = Type.Object({
  type: Type.Literal('FeatureCollection'),
  features: Type.Array(MapFeature, { maxItems: mapFeatureLimit })
})

/** Hours for which a drawn area can be used in filters. */
export const mapAreaHours = 24

const Position = Type.Array(Type.Number(), { minItems: 2, maxItems: 2, description: 'longitude and latitude in degrees, WGS 84' })

export type MapAreaDraft = Static<typeof MapAreaDraft>
/** Line that a person drew around places on the map. It is closed from its end to its beginning. */
export const MapAreaDraft = Type.Object(
  {
    line: Type.Array(Position, {
      minItems: 3,
      maxItems: lassoLimits.points,
      description: 'neighbours are at most 180° apart, so the line may cross ±180°; it may run once around a pole'
    })
  },
  { additionalProperties: false }
)

export type MapArea = Static<typeof MapArea>
/** Drawn area. The filter `area.inside.<id>` finds the records inside. */
export const MapArea = Type.Object({
  id: Id,
  ring: Type.Array(Position, {
    maxItems: lassoLimits.vertices,
    description: 'simplified outline without crossings; longitudes run on across ±180°'
  }),
  createdAt: Timestamp,
  expiresAt: Timestamp
})

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
    summary: 'Images around a position, nearest first',
    schema: { params: ProjectParams, querystring: MapRowsQuery, response: { 200: MapRows, 400: Problem, 404: Problem } }
  }),
  cells: contract({
    method: 'GET',
    url: '/projects/:projectId/map/cells',
    summary: 'Numbers of annotations, images or observations in H3 cells',
    schema: { params: ProjectParams, querystring: MapCellsQuery, response: { 200: MapCells, 400: Problem, 404: Problem } }
  }),
  marks: contract({
    method: 'GET',
    url: '/projects/:projectId/map/marks',
    summary: 'Individual annotations, images or observations in a part of the map',
    schema: { params: ProjectParams, querystring: MapViewQuery, response: { 200: MapMarks, 400: Problem, 404: Problem } }
  }),
  histograms: contract({
    method: 'GET',
    url: '/projects/:projectId/map/histograms',
    summary: 'Distributions of depth, date, label and source in a part of the map',
    schema: { params: ProjectParams, querystring: MapViewQuery, response: { 200: MapHistograms, 400: Problem, 404: Problem } }
  }),
  observations: contract({
    method: 'GET',
    url: '/projects/:projectId/map/observations',
    summary: 'Observations in a part of the map, nearest to its centre first',
    schema: {
      params: ProjectParams,
      querystring: MapObservationsQuery,
      response: { 200: MapObservations, 400: Problem, 404: Problem }
    }
  }),
  features: contract({
    method: 'GET',
    url: '/projects/:projectId/map/features',
    summary: 'Annotations or images in a part of the map, as GeoJSON',
    schema: {
      params: ProjectParams,
      querystring: MapFeaturesQuery,
      response: { 200: MapFeatures, 400: Problem, 404: Problem, 409: Problem }
    }
  }),
  createArea: contract({
    method: 'POST',
    url: '/projects/:projectId/map/areas',
    summary: `Keep an area drawn on the map for ${mapAreaHours} hours, for filters`,
    example: {
      line: [
        [5.1, 60.2],
        [5.3, 60.2],
        [5.2, 60.3]
      ]
    },
    schema: { params: ProjectParams, body: MapAreaDraft, response: { 201: MapArea, 404: Problem, 409: Problem, 422: Problem } }
  }),
  area: contract({
    method: 'GET',
    url: '/projects/:projectId/map/areas/:areaId',
    summary: 'Area drawn on the map',
    schema: { params: Type.Object({ projectId: Id, areaId: Id }), response: { 200: MapArea, 404: Problem, 410: Problem } }
  })
}

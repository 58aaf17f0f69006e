import { type Static, Type } from 'typebox'
import { trackLimitBytes } from '../limits.ts'
import { Id, Nothing, Nullable, PageQuery, Problem, Revision, Timestamp } from './common.ts'
import { contract } from './contract.ts'
import { Job } from './jobs.ts'

const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
const Count = Type.Integer({ minimum: 0 })

export type TrackSource = Static<typeof TrackSource>
/** Method by which positions were measured. */
export const TrackSource = Type.Enum(['ship', 'usbl', 'dvl', 'ins', 'gps', 'manual'])

export type TrackFormat = Static<typeof TrackFormat>
/** Format of a navigation file, by the program whose columns were detected. `table` is any other table. */
export const TrackFormat = Type.Enum(['mariqt', 'dship', 'ranger2', 'ofop', 'pangaea', 'o2a', 'squidle', 'table', 'nmea'])

export type TrackFact = Static<typeof TrackFact>
/** Facts that images can get from a track. */
export const TrackFact = Type.Enum(['position', 'depth', 'altitude', 'heading'])

export type TrackReport = Static<typeof TrackReport>
/** Outcome of reading a navigation file. */
export const TrackReport = Type.Object({
  columns: Type.Array(Type.Object({ name: Type.String(), meaning: Type.String({ description: 'its fact, or `ignored`' }) }), {
    description: 'columns of a table, or the kinds of NMEA sentences that were read'
  }),
  facts: Type.Array(TrackFact, { description: 'facts that at least one fix has' }),
  depthOf: Type.Enum(['platform', 'seaFloor'], { description: '`seaFloor`: an echo sounder measured the water under the platform' }),
  readCount: Type.Integer({ description: 'number of rows or sentences that could be a fix' }),
  left: Type.Array(
    Type.Object({
      reason: Type.String({ description: 'a short phrase, such as `the same time as the fix before`' }),
      count: Count,
      lines: Type.Array(Type.Integer(), { description: 'lines of the file, from 1; the first 20' })
    }),
    { description: 'rows that were left out, by reason' }
  ),
  notes: Type.Array(Type.String())
})

export type Track = Static<typeof Track>
/** List of timed positions (fixes) of a ship, a vehicle or a camera. */
export const Track = Type.Object({
  id: Id,
  projectId: Id,
  name: Name,
  platform: Nullable(Type.String({ maxLength: 200, description: 'ship or vehicle' })),
  source: TrackSource,
  fileName: Type.String(),
  sizeBytes: Type.Integer(),
  format: Nullable(TrackFormat),
  state: Type.Enum(['reading', 'ready', 'failed']),
  failure: Nullable(Type.String()),
  job: Nullable(Job),
  fixCount: Count,
  firstAt: Nullable(Timestamp),
  lastAt: Nullable(Timestamp),
  bounds: Nullable(
    Type.Object(
      { west: Type.Number(), east: Type.Number(), south: Type.Number(), north: Type.Number() },
      { description: 'west is greater than east across 180°; null also for viewers who only get generalised places' }
    )
  ),
  report: Nullable(TrackReport),
  imageCount: Type.Integer({ minimum: 0, description: 'number of images captured within its time span, without any clock offset' }),
  createdBy: Nullable(Type.String()),
  createdAt: Timestamp,
  modifiedAt: Timestamp,
  revision: Revision
})

export type TrackLines = Static<typeof TrackLines>
/** Simplified lines of tracks, for a map. */
export const TrackLines = Type.Object({
  lines: Type.Array(
    Type.Object({
      trackId: Id,
      name: Name,
      source: TrackSource,
      firstAt: Nullable(Timestamp),
      lastAt: Nullable(Timestamp),
      parts: Type.Array(Type.Array(Type.Number(), { description: 'longitudes and latitudes alternating, in degrees' }), {
        description: 'parts between gaps of more than an hour'
      })
    }),
    { description: 'by start time' }
  ),
  isWithheld: Type.Boolean({ description: 'true for viewers who only get generalised places; they get no line' })
})

export type TrackQuery = Static<typeof TrackQuery>
/** Description of a navigation file, with facts that the file itself may lack. */
export const TrackQuery = Type.Object(
  {
    name: Name,
    fileName: Type.Optional(Type.String({ maxLength: 255 })),
    platform: Type.Optional(Type.String({ maxLength: 200 })),
    source: TrackSource,
    vehicle: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 99,
        description: 'vehicle number in the names of the columns to read, as in SUB2_Lat; the first one when absent'
      })
    ),
    altitudeMeans: Type.Optional(
      Type.Enum(['aboveSeaFloor', 'aboveSeaLevel'], {
        description: 'meaning of a column named only altitude; the column is ignored when absent'
      })
    ),
    utcOffsetMinutes: Type.Optional(
      Type.Integer({ minimum: -840, maximum: 840, default: 0, description: 'offset of times without a time zone: 120 for UTC+2' })
    ),
    startDate: Type.Optional(
      Type.String({
        format: 'date',
        description: 'day of the first sentence, for NMEA 0183 files without a sentence that contains the date'
      })
    )
  },
  { additionalProperties: false }
)

export type TrackEdit = Static<typeof TrackEdit>
export const TrackEdit = Type.Object(
  {
    revision: Revision,
    name: Type.Optional(Name),
    platform: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
    source: Type.Optional(TrackSource)
  },
  { additionalProperties: false, minProperties: 2 }
)

export type Profile = Static<typeof Profile>
/** Simplified track for a chart, with the images of the same time span. */
export const Profile = Type.Object({
  from: Timestamp,
  to: Timestamp,
  fixes: Type.Array(
    Type.Object({
      timeMs: Type.Number(),
      latitude: Type.Number(),
      longitude: Type.Number(),
      depthInMeters: Nullable(Type.Number())
    }),
    { description: 'by time: the shallowest and the deepest fix of each of several hundred intervals' }
  ),
  images: Type.Array(
    Type.Object({ timeMs: Type.Number({ description: 'by the camera’s clock' }), depthInMeters: Nullable(Type.Number()) }),
    { description: 'by time; up to 5,000, evenly thinned when there are more' }
  ),
  imageCount: Count,
  cameras: Type.Array(Type.Object({ camera: Nullable(Type.String()), count: Count }), { description: 'by number of images, descending' })
})

/** Clock offset in seconds, up to ten years either way. */
const clockOffset = (description: string) => Type.Number({ minimum: -315_360_000, maximum: 315_360_000, default: 0, description })

const settings = {
  gapSeconds: Type.Number({ minimum: 0, maximum: 3600, default: 30, description: 'fixes further apart are not joined' }),
  clockOffsetSeconds: clockOffset('added to the time of an image: 5 for a camera that is 5 s slow'),
  facts: Type.Array(TrackFact, { minItems: 1, maxItems: 4, uniqueItems: true }),
  overwrite: Type.Optional(Type.Boolean({ default: false, description: 'even where an image already has a value' })),
  search: Type.Optional(Type.String({ maxLength: 200, description: 'only images whose file name contains this text' })),
  camera: Type.Optional(Nullable(Type.String({ maxLength: 500 }), { description: 'only images of this camera; null: unknown camera' }))
}

export type PlacementSettings = Static<typeof PlacementSettings>
export const PlacementSettings = Type.Object(settings, { additionalProperties: false })

export type PlacementPreview = Static<typeof PlacementPreview>
/** Counts of a placement before it is applied. Each selected image is counted in exactly one of the first four fields. */
export const PlacementPreview = Type.Object({
  placedCount: Type.Integer({ description: 'number of images that can be placed on the track' }),
  outsideCount: Type.Integer({ description: 'number of images before its first or after its last fix' }),
  gapCount: Type.Integer({ description: 'number of images between fixes further apart than the limit' }),
  timelessCount: Type.Integer({ description: 'number of images without a time' }),
  changeCount: Type.Integer({ description: 'number of placed images that would get at least one value' }),
  overwriteCount: Type.Integer({ description: 'number of images whose existing value would be replaced' }),
  keptCount: Type.Integer({ description: 'number of images that keep an existing value' }),
  widestGapSeconds: Nullable(Type.Number({ description: 'widest gap between the fixes around any placed image' })),
  examples: Type.Array(
    Type.Object({
      mediaId: Id,
      fileName: Type.String(),
      time: Timestamp,
      decimalLatitude: Type.Number(),
      decimalLongitude: Type.Number(),
      depthInMeters: Nullable(Type.Number()),
      altitudeInMeters: Nullable(Type.Number()),
      headingDegrees: Nullable(Type.Number())
    }),
    { description: 'the first ten images that would change' }
  ),
  seenAt: Timestamp
})

export type PlacementRequest = Static<typeof PlacementRequest>
export const PlacementRequest = Type.Object(
  { ...settings, seenAt: { ...Timestamp, description: 'time of the preview; images added later stay unchanged' } },
  { additionalProperties: false }
)

export type Placement = Static<typeof Placement>
/** Placement of images along a track. */
export const Placement = Type.Object({
  id: Id,
  projectId: Id,
  trackId: Id,
  trackName: Type.String(),
  state: Type.Enum(['running', 'done', 'undoing', 'undone']),
  settings: PlacementSettings,
  changedCount: Count,
  restoredCount: Count,
  keptCount: Type.Integer({ minimum: 0, description: 'number of images that the undo left unchanged because they had been edited since' }),
  job: Nullable(Job),
  by: Nullable(Type.String()),
  createdAt: Timestamp
})

const ProjectParams = Type.Object({ projectId: Id })
const TrackParams = Type.Object({ trackId: Id })
const PlacementParams = Type.Object({ placementId: Id })

export const navigationApi = {
  list: contract({
    method: 'GET',
    url: '/projects/:projectId/navigation',
    summary: 'Tracks of a project',
    schema: {
      params: ProjectParams,
      response: {
        200: Type.Object({ tracks: Type.Array(Track, { description: 'by start time' }), fixCount: Count, fixLimit: Count }),
        404: Problem
      }
    }
  }),
  lines: contract({
    method: 'GET',
    url: '/projects/:projectId/navigation/lines',
    summary: 'Tracks of a project as lines for a map',
    schema: { params: ProjectParams, response: { 200: TrackLines, 404: Problem } }
  }),
  add: contract({
    method: 'POST',
    url: '/projects/:projectId/navigation',
    summary: 'Upload a navigation file: a delimited table or NMEA 0183; a job reads it',
    audit: 'navigation.added',
    body: 'stream',
    bodyLimit: trackLimitBytes,
    schema: {
      params: ProjectParams,
      querystring: TrackQuery,
      response: { 202: Track, 400: Problem, 403: Problem, 404: Problem, 413: Problem, 422: Problem }
    }
  }),
  get: contract({
    method: 'GET',
    url: '/navigation/:trackId',
    summary: 'One track',
    schema: { params: TrackParams, response: { 200: Track, 404: Problem } }
  }),
  revise: contract({
    method: 'PATCH',
    url: '/navigation/:trackId',
    summary: 'Change the name, platform and method of a track',
    audit: 'navigation.revised',
    example: { revision: 1, name: 'ROV, USBL smoothed', source: 'usbl' },
    schema: { params: TrackParams, body: TrackEdit, response: { 200: Track, 403: Problem, 404: Problem, 409: Problem, 422: Problem } }
  }),
  remove: contract({
    method: 'DELETE',
    url: '/navigation/:trackId',
    summary: 'Delete a track; facts that images got from it stay',
    audit: 'navigation.deleted',
    schema: { params: TrackParams, response: { 204: Nothing, 403: Problem, 404: Problem } }
  }),
  restore: contract({
    method: 'POST',
    url: '/navigation/:trackId/restore',
    summary: 'Restore a deleted track, within 30 days',
    audit: 'navigation.restored',
    schema: { params: TrackParams, response: { 200: Track, 403: Problem, 404: Problem } }
  }),
  profile: contract({
    method: 'GET',
    url: '/navigation/:trackId/profile',
    summary: 'A track over time for a chart, with the times of the images around it',
    schema: {
      params: TrackParams,
      querystring: Type.Object(
        {
          from: Type.Optional(Timestamp),
          to: Type.Optional(Timestamp),
          clockOffsetSeconds: Type.Optional(clockOffset('shifts the span in which images are listed'))
        },
        { additionalProperties: false }
      ),
      response: { 200: Profile, 400: Problem, 403: Problem, 404: Problem, 409: Problem }
    }
  }),
  preview: contract({
    method: 'POST',
    url: '/navigation/:trackId/placements/preview',
    summary: 'Preview the placement of images along a track, without changes',
    example: { gapSeconds: 30, clockOffsetSeconds: 0, facts: ['position', 'depth'] },
    schema: {
      params: TrackParams,
      body: PlacementSettings,
      response: { 200: PlacementPreview, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  place: contract({
    method: 'POST',
    url: '/navigation/:trackId/placements',
    summary: 'Set the position, depth, altitude and heading of images from a track',
    audit: 'navigation.placed',
    example: { gapSeconds: 30, clockOffsetSeconds: 0, facts: ['position', 'depth'], seenAt: '2026-06-04T07:12:00.000Z' },
    schema: {
      params: TrackParams,
      body: PlacementRequest,
      response: { 200: Placement, 202: Placement, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  placements: contract({
    method: 'GET',
    url: '/projects/:projectId/placements',
    summary: 'Placements of the last 30 days, newest first',
    schema: {
      params: ProjectParams,
      querystring: PageQuery,
      response: { 200: Type.Object({ items: Type.Array(Placement), nextCursor: Nullable(Type.String()) }), 404: Problem }
    }
  }),
  undo: contract({
    method: 'POST',
    url: '/placements/:placementId/undo',
    summary: 'Undo a placement: restore the former values unless they have been changed since',
    audit: 'navigation.undone',
    schema: { params: PlacementParams, response: { 200: Placement, 202: Placement, 403: Problem, 404: Problem, 409: Problem } }
  })
}

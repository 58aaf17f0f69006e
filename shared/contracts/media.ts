import { type Static, Type } from 'typebox'
import { metadataCsvLimitBytes, uploadLimitBytes } from '../limits.ts'
import { WorkState } from './annotations.ts'
import { ClockSetting, ClockTime, TimeBasis } from './camera-clocks.ts'
import { Id, Nothing, Nullable, Page, Problem, Revision, Timestamp } from './common.ts'
import { contract } from './contract.ts'
import { ShownPlace } from './generalisations.ts'
import { FilterText } from './review.ts'

/** Facts about an image, from its file or a person. Their names are Darwin Core terms where those exist. */
const facts = {
  eventDate: Nullable(Timestamp, { description: 'capture time, UTC' }),
  decimalLatitude: Nullable(Type.Number({ minimum: -90, maximum: 90 })),
  decimalLongitude: Nullable(Type.Number({ minimum: -180, maximum: 180 })),
  depthInMeters: Nullable(
    Type.Number({ minimum: -100, maximum: 11_000, description: 'depth of the camera below the surface, positive down' })
  ),
  altitudeInMeters: Nullable(Type.Number({ minimum: 0, maximum: 11_000, description: 'distance to the sea floor' }))
}

/** State of a media item: `processing` until its thumbnails exist, `failed` if its file is unreadable. */
export const MediaState = Type.Enum(['processing', 'ready', 'failed'])

export type Media = Static<typeof Media>
export const Media = Type.Object({
  id: Id,
  projectId: Id,
  fileName: Type.String(),
  format: Type.Enum(['image/jpeg', 'image/png', 'image/tiff', 'image/webp']),
  sizeBytes: Type.Integer({ minimum: 1 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  width: Type.Integer({ minimum: 1, description: 'pixels, upright' }),
  height: Type.Integer({ minimum: 1, description: 'pixels, upright' }),
  tiled: Type.Boolean({ description: 'whether it has a tile pyramid' }),
  state: MediaState,
  failure: Nullable(Type.String({ description: 'reason why the file could not be read' })),
  ...facts,
  timeBasis: Type.Optional(TimeBasis),
  camera: Nullable(Type.String({ description: 'make and model from EXIF' })),
  exif: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), { description: 'further EXIF fields, as readable text' }),
  metadata: Type.Record(Type.String(), Type.String(), { description: 'further columns of an attached table' }),
  annotationCount: Type.Integer({ minimum: 0 }),
  workState: WorkState,
  siteId: Nullable(Id, { description: 'station, site or transect of the image' }),
  generalised: Type.Optional(ShownPlace),
  addedBy: Type.String({ description: 'name or e-mail address' }),
  createdAt: Timestamp,
  revision: Revision
})

export type MediaEdit = Static<typeof MediaEdit>
export const MediaEdit = Type.Object(
  {
    revision: Revision,
    fileName: Type.Optional(Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' })),
    eventDate: Type.Optional(facts.eventDate),
    decimalLatitude: Type.Optional(facts.decimalLatitude),
    decimalLongitude: Type.Optional(facts.decimalLongitude),
    depthInMeters: Type.Optional(facts.depthInMeters),
    altitudeInMeters: Type.Optional(facts.altitudeInMeters)
  },
  { additionalProperties: false, minProperties: 2 }
)

export type MediaListQuery = Static<typeof MediaListQuery>
export const MediaListQuery = Type.Object(
  {
    search: Type.Optional(Type.String({ maxLength: 200, description: 'part of the file name' })),
    filter: Type.Optional(FilterText),
    sort: Type.Optional(Type.Enum(['added', 'captured', 'name'], { default: 'added' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 60 })),
    cursor: Type.Optional(Type.String({ maxLength: 1024 }))
  },
  { additionalProperties: false }
)

export type MetadataReport = Static<typeof MetadataReport>
/** Outcome of attaching a metadata table. `row` is the line number in the file, 1 for the header. */
export const MetadataReport = Type.Object({
  rowCount: Type.Integer(),
  matchedCount: Type.Integer({ description: 'number of rows whose file name is in the project' }),
  changedCount: Type.Integer({ description: 'number of media that got at least one value' }),
  columns: Type.Array(
    Type.Object({ name: Type.String(), meaning: Type.String({ description: 'its field, or `metadata`, or `ignored`' }) })
  ),
  problems: Type.Array(
    Type.Object({ row: Type.Integer(), column: Nullable(Type.String()), fileName: Nullable(Type.String()), message: Type.String() }),
    {
      description: 'rows that were not used in full; the first 10,000'
    }
  ),
  problemCount: Type.Integer(),
  localTimes: Type.Optional(
    Type.Object(
      {
        column: Type.String(),
        count: Type.Integer({ minimum: 1 }),
        firstTime: ClockTime,
        lastTime: ClockTime,
        example: Type.Object({ mediaId: Id, fileName: Type.String(), cameraTime: ClockTime })
      },
      { description: 'times without a time zone in the table, used only if the call specifies the zone; absent if there are none' }
    )
  )
})

const ProjectParams = Type.Object({ projectId: Id })
const MediaParams = Type.Object({ mediaId: Id })

export const mediaApi = {
  list: contract({
    method: 'GET',
    url: '/projects/:projectId/media',
    summary:
      'Media of a project, page by page, optionally only those that match a filter, directly or through an annotation. With a filter, any page may be short or empty',
    schema: { params: ProjectParams, querystring: MediaListQuery, response: { 200: Page(Media), 400: Problem, 404: Problem } }
  }),
  get: contract({
    method: 'GET',
    url: '/media/:mediaId',
    summary: 'One media item with its facts',
    schema: { params: MediaParams, response: { 200: Media, 404: Problem } }
  }),
  revise: contract({
    method: 'PATCH',
    url: '/media/:mediaId',
    summary: 'Correct the facts of a media item',
    audit: 'media.revised',
    example: { revision: 1, eventDate: '2026-06-03T09:41:07.000Z', decimalLatitude: 58.883, decimalLongitude: 11.102, depthInMeters: 84.5 },
    schema: { params: MediaParams, body: MediaEdit, response: { 200: Media, 403: Problem, 404: Problem, 409: Problem, 422: Problem } }
  }),
  remove: contract({
    method: 'DELETE',
    url: '/media/:mediaId',
    summary: 'Remove a media item from its project',
    audit: 'media.deleted',
    schema: { params: MediaParams, response: { 204: Nothing, 403: Problem, 404: Problem } }
  }),
  known: contract({
    method: 'POST',
    url: '/projects/:projectId/media/known',
    summary: 'Find the files that are already in the project, by SHA-256',
    example: { sha256: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] },
    schema: {
      params: ProjectParams,
      body: Type.Object(
        { sha256: Type.Array(Type.String({ pattern: '^[0-9a-f]{64}$' }), { maxItems: 500 }) },
        { additionalProperties: false }
      ),
      response: {
        200: Type.Object({ known: Type.Array(Type.Object({ sha256: Type.String(), mediaId: Id, fileName: Type.String() })) }),
        404: Problem
      }
    }
  }),
  attachMetadata: contract({
    method: 'POST',
    url: '/projects/:projectId/media/metadata',
    summary: 'Attach times, positions, depths and altitudes to media by file name, from a CSV table',
    audit: 'media.metadata.attached',
    body: 'stream',
    bodyLimit: metadataCsvLimitBytes,
    schema: {
      params: ProjectParams,
      querystring: Type.Object(
        {
          dryRun: Type.Optional(Type.Boolean({ default: false, description: 'dry run: report only, without changes' })),
          zone: Type.Optional({ ...ClockSetting.properties.zone, description: 'time zone for times without one in the table' }),
          aheadSeconds: Type.Optional(ClockSetting.properties.aheadSeconds)
        },
        { additionalProperties: false }
      ),
      response: { 200: MetadataReport, 403: Problem, 404: Problem, 413: Problem, 415: Problem, 422: Problem }
    }
  }),
  content: contract({
    method: 'GET',
    url: '/media/:mediaId/content',
    summary: 'The original file; supports range requests',
    answer: 'stream',
    schema: {
      params: MediaParams,
      querystring: Type.Object({ download: Type.Optional(Type.Boolean({ default: false })) }, { additionalProperties: false })
    }
  }),
  thumbnail: contract({
    method: 'GET',
    url: '/media/:mediaId/thumbnail/:size',
    summary: 'A small upright WebP: `small` fits 320 px, `large` 1600 px',
    answer: 'stream',
    schema: { params: Type.Object({ mediaId: Id, size: Type.Enum(['small', 'large']) }) }
  }),
  tile: contract({
    method: 'GET',
    url: '/media/:mediaId/tiles/:level/:column/:row',
    summary: 'One 512 px JPEG tile; level 0 is the whole image in one tile, and each further level doubles the resolution',
    answer: 'stream',
    schema: {
      params: Type.Object({
        mediaId: Id,
        level: Type.Integer({ minimum: 0, maximum: 20 }),
        column: Type.Integer({ minimum: 0 }),
        row: Type.Integer({ minimum: 0 })
      })
    }
  }),
  /**
   * Start of an upload by the tus 1.0 protocol. `Upload-Metadata` carries `projectId` and `filename`, and `purpose model` for a model of AI
   * Analysis.
   */
  startUpload: contract({
    method: 'POST',
    url: '/uploads',
    summary: 'Start a resumable upload (tus 1.0 creation)',
    body: 'stream',
    bodyLimit: uploadLimitBytes,
    schema: {}
  }),
  uploadOffset: contract({
    method: 'HEAD',
    url: '/uploads/:uploadId',
    summary:
      'Received length of an upload (tus 1.0), never including the last byte; the answer to the last byte carries Isobath-Media-Id or Isobath-Model-Id',
    schema: { params: Type.Object({ uploadId: Id }) }
  }),
  continueUpload: contract({
    method: 'PATCH',
    url: '/uploads/:uploadId',
    summary:
      'Send a chunk of an upload (tus 1.0); the response to the last one has the header Isobath-Media-Id, or Isobath-Model-Id for a model',
    audit: 'media.uploaded',
    body: 'stream',
    bodyLimit: uploadLimitBytes,
    schema: { params: Type.Object({ uploadId: Id }) }
  }),
  cancelUpload: contract({
    method: 'DELETE',
    url: '/uploads/:uploadId',
    summary: 'Cancel an upload (tus 1.0 termination)',
    body: 'stream',
    schema: { params: Type.Object({ uploadId: Id }) }
  })
}

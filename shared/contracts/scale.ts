import { type Static, Type } from 'typebox'
import { exampleId, Id, Nothing, Nullable, Problem, Revision, Timestamp } from './common.ts'
import { contract } from './contract.ts'

const Mark = Type.Object(
  { x: Type.Number({ minimum: 0, maximum: 1_000_000 }), y: Type.Number({ minimum: 0, maximum: 1_000_000 }) },
  { additionalProperties: false, description: 'pixels of the upright image, from its top left corner' }
)

const fields = {
  spacingInMeters: Type.Number({ exclusiveMinimum: 0, maximum: 100, description: 'between neighbouring lasers' }),
  altitudeInMeters: Type.Number({ exclusiveMinimum: 0, maximum: 11_000, description: 'distance from the camera to the sea floor' }),
  horizontalAngleInDegrees: Type.Number({
    minimum: 0.1,
    maximum: 179,
    description: 'angle of view across the upright image, from left to right, in air'
  }),
  sensorWidthInMillimeters: Type.Number({
    exclusiveMinimum: 0,
    maximum: 1000,
    description: 'length of the longer side, which lies along the longer side of the image'
  }),
  focalLengthInMillimeters: Type.Number({ exclusiveMinimum: 0, maximum: 10_000 }),
  isFlatPort: Type.Boolean({ description: 'whether a flat port in water narrows the angle of view; a dome port does not' })
}

const closed = { additionalProperties: false }

export type ScaleBasis = Static<typeof ScaleBasis>
/**
 * Basis of an image's scale. The sea floor is assumed to be flat and perpendicular to the optical axis of the camera. Formulas and their
 * sources: `shared/photogrammetry`.
 */
export const ScaleBasis = Type.Union([
  Type.Object(
    {
      method: Type.Literal('lasers'),
      marks: Type.Array(Mark, { minItems: 2, maxItems: 4 }),
      spacingInMeters: fields.spacingInMeters
    },
    { ...closed, description: 'two parallel lasers, three in an equilateral triangle, or four in a square' }
  ),
  Type.Object(
    {
      method: Type.Literal('length'),
      from: Mark,
      to: Mark,
      lengthInMeters: Type.Number({ exclusiveMinimum: 0, maximum: 10_000 })
    },
    { ...closed, description: 'an object of known length, such as a tape or a frame' }
  ),
  Type.Object(
    {
      method: Type.Literal('altitude'),
      altitudeInMeters: fields.altitudeInMeters,
      horizontalAngleInDegrees: fields.horizontalAngleInDegrees,
      isFlatPort: fields.isFlatPort
    },
    { ...closed, description: 'a camera that points straight down, by its altitude and angle of view' }
  ),
  Type.Object(
    {
      method: Type.Literal('lens'),
      altitudeInMeters: fields.altitudeInMeters,
      sensorWidthInMillimeters: fields.sensorWidthInMillimeters,
      focalLengthInMillimeters: fields.focalLengthInMillimeters,
      isFlatPort: fields.isFlatPort
    },
    { ...closed, description: 'a camera that points straight down, by its altitude, sensor and focal length' }
  ),
  Type.Object(
    { method: Type.Literal('area'), areaInSquareMeters: Type.Number({ exclusiveMinimum: 0, maximum: 100_000_000 }) },
    { ...closed, description: 'the area that the whole image shows' }
  ),
  Type.Object(
    { method: Type.Literal('given'), millimetersPerPixel: Type.Number({ exclusiveMinimum: 0, maximum: 100_000 }) },
    { ...closed, description: 'a scale that is known from another source' }
  )
])

export type MediaScale = Static<typeof MediaScale>
/** Scale of an image: size of a pixel on the sea floor. All values are null when the scale is unknown. */
export const MediaScale = Type.Object({
  mediaId: Id,
  revision: Type.Integer({ minimum: 0, description: 'grows by one with every change; 0: no scale was ever set' }),
  metersPerPixel: Nullable(Type.Number({ exclusiveMinimum: 0 })),
  areaInSquareMeters: Nullable(Type.Number({ exclusiveMinimum: 0 }), { description: 'area of the whole image' }),
  basis: Nullable(ScaleBasis),
  origin: Nullable(Type.Enum(['set', 'copied', 'table']), {
    description: '`copied`: copied from another image; `table`: from the area in an attached table, used while no scale is set'
  }),
  copiedFrom: Nullable(Type.Object({ mediaId: Id, fileName: Type.String() })),
  pixelDistance: Nullable(Type.Number({ exclusiveMinimum: 0 }), {
    description: 'distance between the laser or length marks; an error of one pixel changes lengths by 1/distance and areas by 2/distance'
  }),
  formulaVersion: Nullable(Type.Integer({ minimum: 1 })),
  correctedFrom: Nullable(Type.Number({ exclusiveMinimum: 0 }), {
    description: 'metres per pixel before an upgrade corrected the lens of a rotated image; null without such a correction'
  }),
  setBy: Nullable(Type.String({ description: 'name or e-mail address' })),
  setAt: Nullable(Timestamp)
})

const SettingFields = {
  laserSpacingInMeters: Nullable(fields.spacingInMeters),
  horizontalAngleInDegrees: Nullable(fields.horizontalAngleInDegrees),
  sensorWidthInMillimeters: Nullable(fields.sensorWidthInMillimeters),
  isFlatPort: fields.isFlatPort
}

export type ScaleSettings = Static<typeof ScaleSettings>
/** Camera settings shared within a project, offered as defaults for scales. */
export const ScaleSettings = Type.Object({ ...SettingFields, revision: Revision })

export type ScaleSettingsEdit = Static<typeof ScaleSettingsEdit>
export const ScaleSettingsEdit = Type.Object({ ...SettingFields, revision: Revision }, closed)

export type ScaleApplication = Static<typeof ScaleApplication>
export const ScaleApplication = Type.Object(
  {
    from: { ...Id, description: 'image whose scale is copied' },
    mediaIds: Type.Optional(
      Type.Array(Id, { minItems: 1, maxItems: 1000, uniqueItems: true, description: 'all images of the same camera and size when absent' })
    ),
    replace: Type.Optional(Type.Boolean({ description: 'also replaces existing scales' })),
    cursor: Type.Optional(Type.String({ maxLength: 128, description: '`nextCursor` of the previous call' }))
  },
  closed
)

export type ScaleApplied = Static<typeof ScaleApplied>
export const ScaleApplied = Type.Object({
  appliedCount: Type.Integer({ minimum: 0 }),
  leftCount: Type.Integer({ minimum: 0 }),
  left: Type.Array(Type.Object({ mediaId: Id, fileName: Nullable(Type.String()), reason: Type.String() }), {
    description: 'images that stayed unchanged, with the reason; the first 100'
  }),
  nextCursor: Nullable(Type.String(), { description: 'pass it to the next call; null when no images are left' })
})

export type LaserPoints = Static<typeof LaserPoints>
export const LaserPoints = Type.Object({
  marks: Type.Array(Mark, { minItems: 2, maxItems: 4 }),
  exampleCount: Type.Integer({ minimum: 3, description: 'images whose marks were used' }),
  residual: Type.Number({ minimum: 0, maximum: 0.1, description: 'distance from the known pattern, relative to its size' })
})

const MediaParams = Type.Object({ mediaId: Id })
const ProjectParams = Type.Object({ projectId: Id })

export const scaleApi = {
  ofMedia: contract({
    method: 'GET',
    url: '/media/:mediaId/scale',
    summary: 'Scale of an image, with its basis',
    schema: { params: MediaParams, response: { 200: MediaScale, 404: Problem } }
  }),
  set: contract({
    method: 'PUT',
    url: '/media/:mediaId/scale',
    summary: 'Set the scale of an image and its basis: lasers, a known length, altitude, lens, area, or a given value',
    audit: 'scale.set',
    example: {
      revision: 0,
      basis: {
        method: 'lasers',
        marks: [
          { x: 900, y: 700 },
          { x: 1300, y: 704 }
        ],
        spacingInMeters: 0.1
      }
    },
    schema: {
      params: MediaParams,
      body: Type.Object({ revision: Type.Integer({ minimum: 0 }), basis: ScaleBasis }, closed),
      response: { 200: MediaScale, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  laserPoints: contract({
    method: 'GET',
    url: '/media/:mediaId/laser-points',
    summary: 'Find the laser points of an image by those that people marked on others of the same camera and size; nothing is saved',
    schema: {
      params: MediaParams,
      response: { 200: LaserPoints, 403: Problem, 404: Problem, 422: Problem }
    }
  }),
  remove: contract({
    method: 'DELETE',
    url: '/media/:mediaId/scale',
    summary: 'Remove the scale of an image',
    audit: 'scale.removed',
    schema: {
      params: MediaParams,
      querystring: Type.Object({ revision: Type.Integer({ minimum: 0 }) }, closed),
      response: { 204: Nothing, 403: Problem, 404: Problem, 409: Problem }
    }
  }),
  apply: contract({
    method: 'POST',
    url: '/projects/:projectId/scales/apply',
    summary:
      'Copy the scale of one image to others of the same camera and size, up to 5,000 per call. A scale from altitude uses each image’s own altitude, and its own angle of view if its table has one',
    audit: 'scale.applied',
    example: { from: exampleId(1), mediaIds: [exampleId(2)] },
    schema: {
      params: ProjectParams,
      body: ScaleApplication,
      response: { 200: ScaleApplied, 403: Problem, 404: Problem, 422: Problem }
    }
  }),
  settings: contract({
    method: 'GET',
    url: '/projects/:projectId/scale-settings',
    summary: 'Laser spacing and camera that a project’s images share',
    schema: { params: ProjectParams, response: { 200: ScaleSettings, 404: Problem } }
  }),
  reviseSettings: contract({
    method: 'PUT',
    url: '/projects/:projectId/scale-settings',
    summary: 'Change the laser spacing and camera of a project; existing scales stay unchanged',
    audit: 'scale.settings.changed',
    example: { revision: 1, laserSpacingInMeters: 0.1, horizontalAngleInDegrees: null, sensorWidthInMillimeters: null, isFlatPort: false },
    schema: {
      params: ProjectParams,
      body: ScaleSettingsEdit,
      response: { 200: ScaleSettings, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  })
}

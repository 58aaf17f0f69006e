import { type Static, Type } from 'typebox'
import { longestClockAheadSeconds, mostClockGroups } from '../limits.ts'
import { exampleId, Id, Nullable, Problem, Revision, Timestamp } from './common.ts'
import { contract } from './contract.ts'

const closed = { additionalProperties: false }

/** Time on the display of a clock: date and time of day, without a time zone. */
export const ClockTime = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}$' })

const Zone = Type.String({
  pattern: '^(UTC|[+-]\\d{2}:\\d{2}|[A-Za-z][A-Za-z0-9_+/-]{0,63})$',
  description: '`UTC`, an offset (`+02:00`), or the time zone of a place (`Europe/Berlin`), including its summer time'
})

export type ClockSetting = Static<typeof ClockSetting>
/** Setting of a camera's clock. */
export const ClockSetting = Type.Object(
  {
    zone: Zone,
    aheadSeconds: Type.Integer({
      minimum: -longestClockAheadSeconds,
      maximum: longestClockAheadSeconds,
      description: 'seconds by which the clock was fast; negative when it was slow'
    })
  },
  closed
)

export type TimeBasis = Static<typeof TimeBasis>
/** Basis of the capture time of an image. */
export const TimeBasis = Type.Object({
  source: Nullable(Type.Enum(['file', 'gps', 'answer', 'table', 'person', 'assumed', 'unanswered']), {
    description:
      'the time zone in the file, GPS, an answer about the camera’s clock, a table or an imported file, a person’s edit, or UTC as assumed by an older version; `unanswered`: the camera’s time has no zone, so the image has no time yet'
  }),
  cameraTime: Nullable(ClockTime, { description: 'time on the camera’s clock, as in the file' }),
  zone: Nullable(Type.String(), { description: 'of the camera’s clock' }),
  aheadSeconds: Nullable(Type.Integer()),
  answer: Nullable(Id, { description: 'the answer that the time is based on; other images may share it' })
})

const GroupKey = {
  camera: Nullable(Type.String({ maxLength: 500 })),
  cameraSerial: Nullable(Type.String({ maxLength: 500 })),
  batch: Nullable(Type.String({ maxLength: 64 }), { description: 'the upload that added the images' })
}

export type ClockGroup = Static<typeof ClockGroup>
/** Images of one camera and one upload. */
export const ClockGroup = Type.Object(GroupKey, closed)

export type UnansweredClock = Static<typeof UnansweredClock>
export const UnansweredClock = Type.Object({
  ...GroupKey,
  imageCount: Type.Integer({ minimum: 1 }),
  assumedCount: Type.Integer({ minimum: 0, description: 'number of images whose time an older version assumed to be UTC' }),
  firstTime: ClockTime,
  lastTime: ClockTime,
  example: Type.Object({ mediaId: Id, fileName: Type.String(), cameraTime: ClockTime }),
  addedAt: Timestamp
})

export type UnansweredClocks = Static<typeof UnansweredClocks>
export const UnansweredClocks = Type.Object({
  imageCount: Type.Integer({ minimum: 0 }),
  assumedCount: Type.Integer({ minimum: 0 }),
  groups: Type.Array(UnansweredClock, { description: `by camera and upload, newest upload first; at most ${mostClockGroups}` })
})

export type ClockAnswer = Static<typeof ClockAnswer>
export const ClockAnswer = Type.Interface(
  [ClockSetting],
  {
    images: Type.Union(
      [
        Type.Object(
          { groups: Type.Array(ClockGroup, { minItems: 1, maxItems: mostClockGroups }) },
          { ...closed, description: 'images in these groups that have no answer yet' }
        ),
        Type.Object({ answer: Id }, { ...closed, description: 'all images with this answer; the new answer replaces it' }),
        Type.Object({ mediaId: Id, revision: Revision }, { ...closed, description: 'one image, whatever the basis of its time' })
      ],
      { description: 'images that the answer applies to' }
    )
  },
  closed
)

export type ClockAnswered = Static<typeof ClockAnswered>
export const ClockAnswered = Type.Object({ answer: Id, imageCount: Type.Integer({ minimum: 1 }) })

const ProjectParams = Type.Object({ projectId: Id })

export const cameraClocksApi = {
  unanswered: contract({
    method: 'GET',
    url: '/projects/:projectId/camera-clocks',
    summary: 'Images with a camera time without a time zone whose clock setting is still unknown',
    schema: { params: ProjectParams, response: { 200: UnansweredClocks, 404: Problem } }
  }),
  answer: contract({
    method: 'POST',
    url: '/projects/:projectId/camera-clocks/answers',
    summary: 'Record how the clock of a camera was set, which determines the times of its images',
    audit: 'media.clock.answered',
    example: { zone: 'Europe/Stockholm', aheadSeconds: 0, images: { mediaId: exampleId(), revision: 1 } },
    schema: {
      params: ProjectParams,
      body: ClockAnswer,
      response: { 200: ClockAnswered, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  })
}

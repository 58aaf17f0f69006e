import { type Static, Type } from 'typebox'
import { exampleId, Id, Nothing, Nullable, Page, Problem, Revision, Timestamp } from './common.ts'
import { contract } from './contract.ts'
import { Job } from './jobs.ts'
import { BulkEdit, ReviewItem } from './review.ts'

/** Bounds of an annotation session. */
export const sessionLimits = { members: 20, named: 10_000, perProject: 500 } as const

/** Which images a session is about, of those that the project has when it is made; later ones of `all` and `label` can be taken in. */
export type SessionImages = Static<typeof SessionImages>
export const SessionImages = Type.Union([
  Type.Object({ kind: Type.Literal('all') }, { additionalProperties: false }),
  Type.Object(
    {
      kind: Type.Literal('sample'),
      count: Type.Integer({ minimum: 1, maximum: 100_000 }),
      seed: Type.String({ minLength: 1, maxLength: 100, description: 'the same seed draws the same images from the same project' })
    },
    { additionalProperties: false }
  ),
  Type.Object(
    { kind: Type.Literal('label'), labelId: { ...Id, description: 'images on which something has this label or one below it' } },
    { additionalProperties: false }
  ),
  Type.Object(
    {
      kind: Type.Literal('named'),
      fileNames: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { minItems: 1, maxItems: sessionLimits.named })
    },
    { additionalProperties: false }
  )
])

/**
 * A span of time in which some members mark the same images without seeing each other's marks.
 * `planned` until it starts, `ended` at its end or when someone ends it early.
 */
export type AnnotationSession = Static<typeof AnnotationSession>
export const AnnotationSession = Type.Object({
  id: Id,
  projectId: Id,
  name: Type.String(),
  description: Nullable(Type.String()),
  startsAt: Timestamp,
  endsAt: Type.String({ format: 'date-time', description: 'when it ended, if that was earlier than planned' }),
  state: Type.Enum(['planned', 'running', 'ended']),
  hidesEarlier: Type.Boolean({ description: "also hides others' marks from before it started" }),
  images: SessionImages,
  imageCount: Type.Integer({ minimum: 0 }),
  members: Type.Array(Type.Object({ accountId: Id, name: Type.String() })),
  isMember: Type.Boolean({ description: 'the asker takes part, and works blind while it runs' }),
  createdBy: Type.String({ description: 'name or e-mail address' }),
  createdAt: Timestamp,
  revision: Revision
})

const named = {
  name: Type.String({ minLength: 1, maxLength: 120, pattern: '\\S' }),
  description: Nullable(Type.String({ maxLength: 2000 })),
  startsAt: Timestamp,
  endsAt: Timestamp,
  memberIds: Type.Array(Id, { minItems: 2, maxItems: sessionLimits.members, uniqueItems: true })
}

export type AnnotationSessionDraft = Static<typeof AnnotationSessionDraft>
export const AnnotationSessionDraft = Type.Object(
  {
    name: named.name,
    description: Type.Optional(named.description),
    startsAt: named.startsAt,
    endsAt: named.endsAt,
    hidesEarlier: Type.Optional(Type.Boolean()),
    memberIds: named.memberIds,
    images: SessionImages
  },
  { additionalProperties: false }
)

export type AnnotationSessionEdit = Static<typeof AnnotationSessionEdit>
export const AnnotationSessionEdit = Type.Object(
  {
    revision: Revision,
    name: Type.Optional(named.name),
    description: Type.Optional(named.description),
    startsAt: Type.Optional(named.startsAt),
    endsAt: Type.Optional(named.endsAt),
    memberIds: Type.Optional({ ...named.memberIds, description: 'all who take part from now on' })
  },
  { additionalProperties: false }
)

/** Images for a session of all images, or of those with a label, that came after it was planned. Of an ended session there are none. */
export type NewImages = Static<typeof NewImages>
export const NewImages = Type.Object({
  count: Type.Integer({ minimum: 0, description: 'that can be taken in' }),
  leftOutCount: Type.Integer({ minimum: 0, description: 'that cannot: members have marked them since it began, and the others saw it' })
})

/** Least overlap (intersection over union) of two areas and largest distance of two points, for marks that mean the same thing. */
export type MatchLimits = Static<typeof MatchLimits>
export const MatchLimits = Type.Object(
  {
    leastOverlap: Type.Number({ minimum: 0.05, maximum: 1 }),
    mostDistancePx: Type.Number({ minimum: 1, maximum: 10_000 })
  },
  { additionalProperties: false }
)

/** `low` and `high`: 95 % interval. */
const Kappa = Type.Object({
  kappa: Type.Number({ minimum: -1, maximum: 1 }),
  observedAgreement: Type.Number({ minimum: 0, maximum: 1 }),
  chanceAgreement: Type.Number({ minimum: 0, maximum: 1 }),
  standardError: Type.Number({ minimum: 0 }),
  low: Type.Number(),
  high: Type.Number()
})

const Count = Type.Integer({ minimum: 0 })

/** Two annotators. `cells`: row (a label's position; -1: not marked), column, count; the rows are the first annotator's. */
export type PairAgreement = Static<typeof PairAgreement>
export const PairAgreement = Type.Object({
  first: Id,
  second: Id,
  images: Type.Integer({ minimum: 0, description: 'that both looked at' }),
  matched: Count,
  onlyFirst: Count,
  onlySecond: Count,
  cells: Type.Array(Type.Tuple([Type.Integer({ minimum: -1 }), Type.Integer({ minimum: -1 }), Type.Integer({ minimum: 1 })])),
  kappa: Nullable(Kappa, { description: "Cohen's kappa of everything that one of them marked, overlooked things included" }),
  namesKappa: Nullable(Kappa, { description: "Cohen's kappa of the names of what both marked" }),
  labels: Type.Array(
    Type.Object({
      label: Count,
      items: Type.Integer({ minimum: 0, description: 'that one of them gave this label' }),
      kappa: Nullable(Kappa)
    }),
    { description: 'this label against anything else, overlooked things included' }
  )
})

/** Fleiss' kappa; the formula gives no interval. */
const GroupKappa = Type.Object({
  kappa: Type.Number({ maximum: 1 }),
  items: Count,
  raters: Type.Integer({ minimum: 2 }),
  observedAgreement: Type.Number(),
  chanceAgreement: Type.Number(),
  labels: Type.Array(Type.Object({ label: Type.Integer({ minimum: -1 }), items: Count, kappa: Nullable(Type.Number()) }))
})

/** Krippendorff's alpha; the formula gives no interval. */
const Alpha = Type.Object({
  alpha: Type.Number({ maximum: 1 }),
  items: Type.Integer({ minimum: 0, description: 'things with two ratings or more' }),
  ratings: Count
})

/** What the members of a session agree on, as their marks stood when it ended (or when it was computed, if that was earlier). */
export type Agreement = Static<typeof Agreement>
export const Agreement = Type.Object({
  limits: MatchLimits,
  computedAt: Timestamp,
  asOf: Timestamp,
  imageCount: Type.Integer({ minimum: 0, description: 'images of the session' }),
  imagesByTwo: Type.Integer({ minimum: 0, description: 'that two members or more looked at' }),
  imagesByAll: Type.Integer({ minimum: 0, description: 'that every member looked at' }),
  annotators: Type.Array(
    Type.Object({ accountId: Id, name: Type.String(), images: Type.Integer({ minimum: 0, description: 'looked at' }), marks: Count })
  ),
  labels: Type.Array(Type.Object({ id: Nullable(Id, { description: 'null: marked, but not named' }), name: Type.String() })),
  pairs: Type.Array(PairAgreement),
  group: Nullable(GroupKappa, { description: 'of what any of them marked on the images that all looked at' }),
  groupNames: Nullable(GroupKappa, { description: 'of the names of what all of them marked' }),
  alpha: Type.Optional(
    Nullable(Alpha, {
      description: 'of what any of them marked on the images that two or more looked at; left out of what was computed before it was there'
    })
  ),
  alphaNames: Type.Optional(Nullable(Alpha, { description: 'of the names of what two or more of them marked' })),
  agreedCount: Type.Integer({ minimum: 0, description: 'things that all who looked marked and named alike' }),
  namesDifferCount: Type.Integer({ minimum: 0, description: 'things that got different names' }),
  overlookedCount: Type.Integer({ minimum: 0, description: 'things that some marked, alike, and others did not' })
})

/** Marks that mean the same thing on an image. `settled`: none of them is proposed or disputed any more. */
export type MarkGroup = Static<typeof MarkGroup>
export const MarkGroup = Type.Object({
  id: Id,
  kind: Type.Enum(['agreed', 'namesDiffer', 'overlooked']),
  isSamplePoint: Type.Boolean(),
  settled: Type.Boolean(),
  mediaId: Id,
  fileName: Type.String(),
  marks: Type.Array(
    Type.Object({
      accountId: Id,
      name: Type.String(),
      labelId: Nullable(Id, { description: 'at the end of the session' }),
      annotation: ReviewItem
    })
  ),
  missing: Type.Array(Type.Object({ accountId: Id, name: Type.String() }), { description: 'looked at the image and did not mark it' })
})

const ProjectParams = Type.Object({ projectId: Id })
const SessionParams = Type.Object({ annotationSessionId: Id })

export const annotationSessionsApi = {
  list: contract({
    method: 'GET',
    url: '/projects/:projectId/annotation-sessions',
    summary: 'Blind annotation sessions of a project, the newest first',
    schema: { params: ProjectParams, response: { 200: Type.Object({ sessions: Type.Array(AnnotationSession) }), 404: Problem } }
  }),
  create: contract({
    method: 'POST',
    url: '/projects/:projectId/annotation-sessions',
    summary: 'Plan a blind annotation session; its images are those that the project has now',
    audit: 'annotation-session.created',
    example: {
      name: 'Agreement on sponges',
      startsAt: '2027-01-11T08:00:00.000Z',
      endsAt: '2027-01-15T16:00:00.000Z',
      memberIds: [exampleId(1), exampleId(2)],
      images: { kind: 'all' }
    },
    schema: {
      params: ProjectParams,
      body: AnnotationSessionDraft,
      response: { 201: AnnotationSession, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  get: contract({
    method: 'GET',
    url: '/annotation-sessions/:annotationSessionId',
    summary: 'One annotation session',
    schema: { params: SessionParams, response: { 200: AnnotationSession, 404: Problem } }
  }),
  revise: contract({
    method: 'PATCH',
    url: '/annotation-sessions/:annotationSessionId',
    summary:
      'Rename an annotation session, move its times, or change who takes part; the start only before it has started, nothing once it has ended but the name',
    audit: 'annotation-session.revised',
    example: { revision: 1, endsAt: '2027-01-18T16:00:00.000Z' },
    schema: {
      params: SessionParams,
      body: AnnotationSessionEdit,
      response: { 200: AnnotationSession, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  newImages: contract({
    method: 'GET',
    url: '/annotation-sessions/:annotationSessionId/new-images',
    summary: 'How many images an annotation session would have besides if it were planned now; for owners',
    schema: { params: SessionParams, response: { 200: NewImages, 403: Problem, 404: Problem } }
  }),
  takeIn: contract({
    method: 'POST',
    url: '/annotation-sessions/:annotationSessionId/new-images',
    summary: 'Take these images into an annotation session that has not ended',
    audit: 'annotation-session.images.added',
    example: { revision: 1 },
    schema: {
      params: SessionParams,
      body: Type.Object({ revision: Revision }, { additionalProperties: false }),
      response: { 200: AnnotationSession, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  end: contract({
    method: 'POST',
    url: '/annotation-sessions/:annotationSessionId/end',
    summary: 'End an annotation session now: its members see each other’s marks from here on',
    audit: 'annotation-session.ended',
    schema: { params: SessionParams, response: { 200: AnnotationSession, 403: Problem, 404: Problem, 409: Problem } }
  }),
  remove: contract({
    method: 'DELETE',
    url: '/annotation-sessions/:annotationSessionId',
    summary: 'Delete an annotation session with its agreement; the marks stay',
    audit: 'annotation-session.removed',
    schema: { params: SessionParams, response: { 204: Nothing, 403: Problem, 404: Problem, 409: Problem } }
  }),
  compute: contract({
    method: 'POST',
    url: '/annotation-sessions/:annotationSessionId/agreement',
    summary:
      'Match the marks of the members and compute their agreement, by a job, as is done by itself at the end; what they disagree on becomes disputed then. Only an owner changes the limits',
    audit: 'annotation-session.agreement.computed',
    example: { leastOverlap: 0.5, mostDistancePx: 20 },
    schema: { params: SessionParams, body: MatchLimits, response: { 202: Job, 403: Problem, 404: Problem, 409: Problem, 422: Problem } }
  }),
  agreement: contract({
    method: 'GET',
    url: '/annotation-sessions/:annotationSessionId/agreement',
    summary: 'The agreement that was computed last, and the job that computes it',
    schema: {
      params: SessionParams,
      response: {
        200: Type.Object({
          agreement: Nullable(Agreement),
          job: Nullable(Job),
          openCount: Type.Integer({ minimum: 0, description: 'disagreements that nobody has settled yet' }),
          agreedOpenCount: Type.Integer({ minimum: 0, description: 'things all agree on whose marks are still doubled' })
        }),
        403: Problem,
        404: Problem,
        409: Problem
      }
    }
  }),
  groups: contract({
    method: 'GET',
    url: '/annotation-sessions/:annotationSessionId/groups',
    summary: 'Marks that mean the same thing, image by image',
    schema: {
      params: SessionParams,
      querystring: Type.Object(
        {
          show: Type.Optional(Type.Enum(['open', 'disagreements', 'agreed', 'all'], { default: 'open' })),
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 30 })),
          cursor: Type.Optional(Type.String({ maxLength: 128 }))
        },
        { additionalProperties: false }
      ),
      response: { 200: Page(MarkGroup), 403: Problem, 404: Problem, 409: Problem }
    }
  }),
  settle: contract({
    method: 'POST',
    url: '/annotation-sessions/:annotationSessionId/groups/:groupId/settle',
    summary:
      'Give marks that mean the same thing a final label: one is confirmed with it, the others are rejected; undone like a bulk edit',
    audit: 'annotation-session.settled',
    example: { keep: { annotationId: exampleId(1), labelId: exampleId(2) }, marks: [{ id: exampleId(1), revision: 1 }] },
    schema: {
      params: Type.Object({ annotationSessionId: Id, groupId: Id }),
      body: Type.Object(
        {
          keep: Nullable(
            Type.Object({ annotationId: { ...Id, description: 'whose shape is kept' }, labelId: Id }, { additionalProperties: false }),
            { description: 'null: there is nothing, reject all' }
          ),
          marks: Type.Array(Type.Object({ id: Id, revision: Revision }, { additionalProperties: false }), {
            minItems: 1,
            maxItems: sessionLimits.members,
            description: 'all marks of the group, each with the revision that was looked at'
          })
        },
        { additionalProperties: false }
      ),
      response: { 200: BulkEdit, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  settleAgreed: contract({
    method: 'POST',
    url: '/annotation-sessions/:annotationSessionId/settle-agreed',
    summary:
      'Confirm one mark of things that all marked and named alike and reject its doubles, up to 200 things a call; call again while any is left',
    audit: 'annotation-session.agreed.settled',
    schema: {
      params: SessionParams,
      response: {
        200: Type.Object({
          settledCount: Type.Integer({ minimum: 0, description: 'things' }),
          leftCount: Type.Integer({ minimum: 0, description: 'things that are still open' }),
          bulk: Nullable(BulkEdit)
        }),
        403: Problem,
        404: Problem,
        409: Problem
      }
    }
  })
}

import { type Static, Type } from 'typebox'
import { exampleId, Id, Nothing, Nullable, Page, Problem, Revision, Timestamp } from './common.ts'
import { contract } from './contract.ts'
import { Job } from './jobs.ts'
import { BulkEdit, ReviewItem } from './review.ts'

/** Limits on annotation sessions: members, images listed by name, and sessions per project. */
export const sessionLimits = { members: 20, named: 10_000, perProject: 500 } as const

/**
 * Selection of a session's images from those in the project when the session is created. With `all` and `label`, newer images can be added
 * later.
 */
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
    { kind: Type.Literal('label'), labelId: { ...Id, description: 'images with an annotation that has this label or one below it' } },
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
 * A period in which members annotate the same images without seeing each other's annotations. `planned` until it starts, `ended` at its end
 * or when an owner ends it early.
 */
export type AnnotationSession = Static<typeof AnnotationSession>
export const AnnotationSession = Type.Object({
  id: Id,
  projectId: Id,
  name: Type.String(),
  description: Nullable(Type.String()),
  startsAt: Timestamp,
  endsAt: Type.String({ format: 'date-time', description: 'the actual end, if it ended earlier than planned' }),
  state: Type.Enum(['planned', 'running', 'ended']),
  hidesEarlier: Type.Boolean({ description: 'also hides annotations that others made before it started' }),
  images: SessionImages,
  imageCount: Type.Integer({ minimum: 0 }),
  members: Type.Array(Type.Object({ accountId: Id, name: Type.String() })),
  isMember: Type.Boolean({ description: 'whether the caller is a member, and works blind while the session runs' }),
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
    memberIds: Type.Optional({ ...named.memberIds, description: 'the complete new list of members' })
  },
  { additionalProperties: false }
)

/** Numbers of new images for a session whose images are `all` or those with a `label`. An ended session has no new images. */
export type NewImages = Static<typeof NewImages>
export const NewImages = Type.Object({
  count: Type.Integer({ minimum: 0, description: 'number of images that can be added' }),
  leftOutCount: Type.Integer({
    minimum: 0,
    description: 'number of images that cannot be added: members have annotated them since the start, and others could have seen that'
  })
})

/**
 * Limits for matching annotations of the same individual. They are the minimum overlap (intersection over union) of two areas and the
 * maximum distance between two points.
 */
export type MatchLimits = Static<typeof MatchLimits>
export const MatchLimits = Type.Object(
  {
    leastOverlap: Type.Number({ minimum: 0.05, maximum: 1 }),
    mostDistancePx: Type.Number({ minimum: 1, maximum: 10_000 })
  },
  { additionalProperties: false }
)

/** Kappa with its 95 % interval, `low` to `high`. */
const Kappa = Type.Object({
  kappa: Type.Number({ minimum: -1, maximum: 1 }),
  observedAgreement: Type.Number({ minimum: 0, maximum: 1 }),
  chanceAgreement: Type.Number({ minimum: 0, maximum: 1 }),
  standardError: Type.Number({ minimum: 0 }),
  low: Type.Number(),
  high: Type.Number()
})

const Count = Type.Integer({ minimum: 0 })

/**
 * Agreement between two annotators. `cells` lists row, column and count. Row and column are indices into the labels, or -1 for not
 * annotated. Rows belong to the first annotator.
 */
export type PairAgreement = Static<typeof PairAgreement>
export const PairAgreement = Type.Object({
  first: Id,
  second: Id,
  images: Type.Integer({ minimum: 0, description: 'number of images that both examined' }),
  matched: Count,
  onlyFirst: Count,
  onlySecond: Count,
  cells: Type.Array(Type.Tuple([Type.Integer({ minimum: -1 }), Type.Integer({ minimum: -1 }), Type.Integer({ minimum: 1 })])),
  kappa: Nullable(Kappa, {
    description: "Cohen's kappa over all individuals that either annotated, including those that the other overlooked"
  }),
  namesKappa: Nullable(Kappa, { description: "Cohen's kappa over the labels of individuals that both annotated" }),
  labels: Type.Array(
    Type.Object({
      label: Count,
      items: Type.Integer({ minimum: 0, description: 'number of items to which either gave this label' }),
      kappa: Nullable(Kappa)
    }),
    { description: 'this label against all others, including overlooked individuals' }
  )
})

/** Fleiss' kappa. It has no interval, because the formula provides none. */
const GroupKappa = Type.Object({
  kappa: Type.Number({ maximum: 1 }),
  items: Count,
  raters: Type.Integer({ minimum: 2 }),
  observedAgreement: Type.Number(),
  chanceAgreement: Type.Number(),
  labels: Type.Array(Type.Object({ label: Type.Integer({ minimum: -1 }), items: Count, kappa: Nullable(Type.Number()) }))
})

/** Krippendorff's alpha. It has no interval, because the formula provides none. */
const Alpha = Type.Object({
  alpha: Type.Number({ maximum: 1 }),
  items: Type.Integer({ minimum: 0, description: 'number of individuals with two ratings or more' }),
  ratings: Count
})

/**
 * Agreement between the members of a session. The computation uses their annotations at the end of the session, or at the time of an earlier
 * computation.
 */
export type Agreement = Static<typeof Agreement>
export const Agreement = Type.Object({
  limits: MatchLimits,
  computedAt: Timestamp,
  asOf: Timestamp,
  imageCount: Type.Integer({ minimum: 0, description: 'number of images of the session' }),
  imagesByTwo: Type.Integer({ minimum: 0, description: 'number of images that two or more members examined' }),
  imagesByAll: Type.Integer({ minimum: 0, description: 'number of images that every member examined' }),
  annotators: Type.Array(
    Type.Object({
      accountId: Id,
      name: Type.String(),
      images: Type.Integer({ minimum: 0, description: 'number of images examined' }),
      marks: Count
    })
  ),
  labels: Type.Array(Type.Object({ id: Nullable(Id, { description: 'null: annotated, but without a label' }), name: Type.String() })),
  pairs: Type.Array(PairAgreement),
  group: Nullable(GroupKappa, { description: 'for individuals that any member annotated on the images that all members examined' }),
  groupNames: Nullable(GroupKappa, { description: 'for the labels of individuals that all members annotated' }),
  alpha: Type.Optional(
    Nullable(Alpha, {
      description: 'for individuals that any member annotated on the images that two or more members examined; absent in older computations'
    })
  ),
  alphaNames: Type.Optional(Nullable(Alpha, { description: 'for the labels of individuals that two or more members annotated' })),
  agreedCount: Type.Integer({
    minimum: 0,
    description: 'number of individuals to which every member who examined the image gave the same label'
  }),
  namesDifferCount: Type.Integer({ minimum: 0, description: 'number of individuals with different labels' }),
  overlookedCount: Type.Integer({
    minimum: 0,
    description: 'number of individuals to which some members gave the same label, and which others missed'
  })
})

/** Annotations of one individual on an image. `settled`: no annotation that still exists is proposed or disputed. */
export type MarkGroup = Static<typeof MarkGroup>
export const MarkGroup = Type.Object({
  id: Id,
  kind: Type.Enum(['agreed', 'namesDiffer', 'overlooked']),
  isSamplePoint: Type.Boolean(),
  point: Nullable(Type.Object({ revision: Revision, labelId: Nullable(Id) }), {
    description: 'the sample point that the members labelled, as it is now; null for another individual, and for a removed point'
  }),
  settled: Type.Boolean(),
  mediaId: Id,
  fileName: Type.String(),
  marks: Type.Array(
    Type.Object({
      accountId: Id,
      name: Type.String(),
      labelId: Nullable(Id, { description: 'the label at the end of the session' }),
      annotation: ReviewItem
    })
  ),
  missing: Type.Array(Type.Object({ accountId: Id, name: Type.String() }), {
    description: 'members who examined the image but did not annotate this individual'
  })
})

const ProjectParams = Type.Object({ projectId: Id })
const SessionParams = Type.Object({ annotationSessionId: Id })

export const annotationSessionsApi = {
  list: contract({
    method: 'GET',
    url: '/projects/:projectId/annotation-sessions',
    summary: 'Blind annotation sessions of a project, newest first',
    schema: { params: ProjectParams, response: { 200: Type.Object({ sessions: Type.Array(AnnotationSession) }), 404: Problem } }
  }),
  create: contract({
    method: 'POST',
    url: '/projects/:projectId/annotation-sessions',
    summary: 'Plan a blind annotation session with images that are in the project now',
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
      'Change the name, times or members of an annotation session. The start can change only until the session starts, and after the end only the name',
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
    summary: 'Number of new images that an annotation session could add; owners only',
    schema: { params: SessionParams, response: { 200: NewImages, 403: Problem, 404: Problem } }
  }),
  takeIn: contract({
    method: 'POST',
    url: '/annotation-sessions/:annotationSessionId/new-images',
    summary: 'Add the new images to an annotation session that has not ended',
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
    summary: 'End an annotation session now; its members then see each other’s annotations',
    audit: 'annotation-session.ended',
    schema: { params: SessionParams, response: { 200: AnnotationSession, 403: Problem, 404: Problem, 409: Problem } }
  }),
  remove: contract({
    method: 'DELETE',
    url: '/annotation-sessions/:annotationSessionId',
    summary: 'Delete an annotation session and its agreement; the annotations stay',
    audit: 'annotation-session.removed',
    schema: { params: SessionParams, response: { 204: Nothing, 403: Problem, 404: Problem, 409: Problem } }
  }),
  compute: contract({
    method: 'POST',
    url: '/annotation-sessions/:annotationSessionId/agreement',
    summary:
      'Match the members’ annotations and compute their agreement in a job. This happens automatically when the session ends, and marks disagreements as disputed. Only owners can change the limits',
    audit: 'annotation-session.agreement.computed',
    example: { leastOverlap: 0.5, mostDistancePx: 20 },
    schema: { params: SessionParams, body: MatchLimits, response: { 202: Job, 403: Problem, 404: Problem, 409: Problem, 422: Problem } }
  }),
  agreement: contract({
    method: 'GET',
    url: '/annotation-sessions/:annotationSessionId/agreement',
    summary: 'The latest agreement and the job that computes it',
    schema: {
      params: SessionParams,
      response: {
        200: Type.Object({
          agreement: Nullable(Agreement),
          job: Nullable(Job),
          openCount: Type.Integer({ minimum: 0, description: 'number of disagreements that are not settled yet' }),
          agreedOpenCount: Type.Integer({
            minimum: 0,
            description: 'number of individuals on which all agree, and that still have duplicate annotations'
          })
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
    summary: 'Groups of annotations of the same individual, image by image',
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
      'Settle the label of an individual: one annotation is confirmed with it, and the others are rejected. It can be undone like a bulk edit',
    audit: 'annotation-session.settled',
    example: { keep: { annotationId: exampleId(1), labelId: exampleId(2) }, marks: [{ id: exampleId(1), revision: 1 }] },
    schema: {
      params: Type.Object({ annotationSessionId: Id, groupId: Id }),
      body: Type.Object(
        {
          keep: Nullable(
            Type.Object(
              { annotationId: { ...Id, description: 'the annotation whose shape is kept' }, labelId: Id },
              { additionalProperties: false }
            ),
            { description: 'null: there is no such individual; all annotations of the group are rejected' }
          ),
          marks: Type.Array(Type.Object({ id: Id, revision: Revision }, { additionalProperties: false }), {
            minItems: 1,
            maxItems: sessionLimits.members,
            description: 'all annotations of the group, each with its last known revision'
          }),
          pointRevision: Type.Optional({
            ...Revision,
            description: 'last known revision of the sample point; required to replace a label that a person gave to the point itself'
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
      'Confirm one annotation of each individual on which all agree, and reject its duplicates. Each call handles up to 200 individuals; repeat it until none are left',
    audit: 'annotation-session.agreed.settled',
    schema: {
      params: SessionParams,
      response: {
        200: Type.Object({
          settledCount: Type.Integer({ minimum: 0, description: 'number of individuals settled by this call' }),
          leftCount: Type.Integer({ minimum: 0, description: 'number of individuals that are not settled yet' }),
          bulk: Nullable(BulkEdit)
        }),
        403: Problem,
        404: Problem,
        409: Problem
      }
    }
  })
}

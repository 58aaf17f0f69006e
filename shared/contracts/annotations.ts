import { type Static, Type } from 'typebox'
import { operationsLimitBytes } from '../limits.ts'
import { exampleId, Id, Nothing, Nullable, Problem, Revision, Timestamp } from './common.ts'
import { contract } from './contract.ts'
import { Shape } from './shapes.ts'

export type ReviewState = Static<typeof ReviewState>
/** `proposed` until someone looks at it again. */
export const ReviewState = Type.Enum(['proposed', 'confirmed', 'rejected', 'disputed'])

/** Values of the project's attribute fields by the field's name, e.g. `individualCount`. */
export type Attributes = Static<typeof Attributes>
export const Attributes = Type.Record(
  Type.String({ pattern: '^.{1,60}$' }),
  Type.Union([Type.String({ maxLength: 1000 }), Type.Number(), Type.Boolean()]),
  { maxProperties: 50 }
)

const fields = {
  shape: Nullable(Shape, { description: 'null: the whole image' }),
  labelId: Nullable(Id, { description: 'null: not named yet' }),
  confidence: Nullable(Type.Number({ minimum: 0, maximum: 1, description: 'how sure the one who named it is' })),
  attributes: Attributes
}

/** Something seen on an image, and what it is called. */
export type Annotation = Static<typeof Annotation>
export const Annotation = Type.Object({
  id: Id,
  mediaId: Id,
  ...fields,
  reviewState: ReviewState,
  reviewedBy: Nullable(Type.String()),
  reviewedAt: Nullable(Timestamp),
  source: Type.Enum(['human', 'machine'], { description: 'who said so first' }),
  annotator: Type.String({ description: 'name or e-mail address of who made it, or the program that did' }),
  createdBy: Nullable(Id, { description: 'account that made or imported it' }),
  createdAt: Timestamp,
  modifiedAt: Timestamp,
  revision: Revision,
  removed: Type.Boolean()
})

/**
 * One edit, made at once on the screen and sent when there is a way: `id` is its own, so that sending it twice does it once.
 * `revision` is the one that the edit was made on.
 */
export type AnnotationOperation = Static<typeof AnnotationOperation>
export const AnnotationOperation = Type.Union([
  Type.Object(
    {
      id: Id,
      kind: Type.Literal('create'),
      annotationId: Id,
      mediaId: Id,
      shape: fields.shape,
      labelId: fields.labelId,
      confidence: Type.Optional(fields.confidence),
      attributes: Type.Optional(fields.attributes)
    },
    { additionalProperties: false }
  ),
  Type.Object(
    {
      id: Id,
      kind: Type.Literal('revise'),
      annotationId: Id,
      revision: Revision,
      shape: Type.Optional(fields.shape),
      labelId: Type.Optional(fields.labelId),
      confidence: Type.Optional(fields.confidence),
      attributes: Type.Optional(fields.attributes),
      reviewState: Type.Optional(ReviewState)
    },
    { additionalProperties: false }
  ),
  Type.Object({ id: Id, kind: Type.Literal('remove'), annotationId: Id, revision: Revision }, { additionalProperties: false }),
  Type.Object({ id: Id, kind: Type.Literal('restore'), annotationId: Id, revision: Revision }, { additionalProperties: false })
])

/**
 * What became of an operation. `stale`: someone else was there first; `annotation` is how it stands now, and nothing was changed.
 * `refused`: it can never be done; `message` says why.
 */
export type OperationResult = Static<typeof OperationResult>
export const OperationResult = Type.Object({
  id: Id,
  outcome: Type.Enum(['done', 'stale', 'refused']),
  annotation: Nullable(Annotation),
  message: Nullable(Type.String())
})

/** How an annotation stood after one edit. */
export type AnnotationVersion = Static<typeof AnnotationVersion>
export const AnnotationVersion = Type.Object({
  revision: Revision,
  kind: Type.Enum(['create', 'revise', 'remove', 'restore', 'relabel', 'import']),
  by: Type.String({ description: 'name or e-mail address' }),
  at: Timestamp,
  ...fields,
  labelName: Nullable(Type.String({ description: 'as the label is called today' })),
  reviewState: ReviewState,
  removed: Type.Boolean()
})

/** The most removed annotations of an image that are listed. */
export const removedLimit = 200

/** An annotation that was removed; it can be restored. */
export type RemovedAnnotation = Static<typeof RemovedAnnotation>
export const RemovedAnnotation = Type.Interface([Annotation], {
  removedBy: Type.String({ description: 'name or e-mail address' }),
  removedAt: Timestamp
})

export type WorkState = Static<typeof WorkState>
/** How far someone, or the team, is with an image. */
export const WorkState = Type.Enum(['notSeen', 'inWork', 'done', 'reviewed'])

const Images = Type.Integer({ minimum: 0, description: 'images' })

export type Progress = Static<typeof Progress>
/**
 * How far a project is. A person counts an image under the state that they gave it, the project under the furthest of all. Who works
 * blind is told of the images of the session only how far oneself is.
 */
export const Progress = Type.Object({
  images: Type.Object({ notSeen: Images, inWork: Images, done: Images, reviewed: Images }),
  people: Type.Array(Type.Object({ accountId: Id, name: Type.String(), inWork: Images, done: Images, reviewed: Images }), {
    description: 'who saw an image, the busiest first'
  }),
  blindUntil: Nullable(Timestamp, { description: 'end of the blind session in which the asker takes part' })
})

const ProjectParams = Type.Object({ projectId: Id })
const MediaParams = Type.Object({ mediaId: Id })
const AnnotationParams = Type.Object({ annotationId: Id })

export const annotationsApi = {
  ofMedia: contract({
    method: 'GET',
    url: '/media/:mediaId/annotations',
    summary: 'Everything marked on one image',
    schema: { params: MediaParams, response: { 200: Type.Object({ annotations: Type.Array(Annotation) }), 404: Problem } }
  }),
  removedOfMedia: contract({
    method: 'GET',
    url: '/media/:mediaId/annotations/removed',
    summary: `What was removed from one image, the last first, at most ${removedLimit}`,
    schema: {
      params: MediaParams,
      response: { 200: Type.Object({ annotations: Type.Array(RemovedAnnotation, { maxItems: removedLimit }) }), 404: Problem }
    }
  }),
  get: contract({
    method: 'GET',
    url: '/annotations/:annotationId',
    summary: 'One annotation',
    schema: { params: AnnotationParams, response: { 200: Annotation, 404: Problem } }
  }),
  history: contract({
    method: 'GET',
    url: '/annotations/:annotationId/history',
    summary: 'Every version of an annotation, newest first: who, when, what',
    schema: { params: AnnotationParams, response: { 200: Type.Object({ versions: Type.Array(AnnotationVersion) }), 404: Problem } }
  }),
  operate: contract({
    method: 'POST',
    url: '/projects/:projectId/annotations/operations',
    summary: 'Do edits of annotations in their order; each is done once, however often it is sent',
    audit: 'annotations.edited',
    bodyLimit: operationsLimitBytes,
    example: {
      operations: [
        {
          id: exampleId(1),
          kind: 'create',
          annotationId: exampleId(2),
          mediaId: exampleId(3),
          shape: { kind: 'box', x: 812, y: 640, width: 96, height: 88 },
          labelId: exampleId(4)
        }
      ]
    },
    schema: {
      params: ProjectParams,
      body: Type.Object({ operations: Type.Array(AnnotationOperation, { minItems: 1, maxItems: 500 }) }, { additionalProperties: false }),
      response: { 200: Type.Object({ results: Type.Array(OperationResult) }), 403: Problem, 404: Problem, 413: Problem, 422: Problem }
    }
  }),
  progress: contract({
    method: 'GET',
    url: '/projects/:projectId/progress',
    summary: 'How far a project is, and each of its people: images in work, done, reviewed',
    schema: { params: ProjectParams, response: { 200: Progress, 404: Problem } }
  }),
  sayHere: contract({
    method: 'POST',
    url: '/media/:mediaId/presence',
    summary: 'Tell the others that one is on this image, or leaves it; repeated every 20 seconds',
    example: { here: true },
    schema: {
      params: MediaParams,
      body: Type.Object({ here: Type.Boolean() }, { additionalProperties: false }),
      response: { 204: Nothing, 404: Problem }
    }
  }),
  setWorkState: contract({
    method: 'PUT',
    url: '/media/:mediaId/work-state',
    summary: "Say how far one is with an image; 'reviewed' is said of another's work",
    example: { state: 'done' },
    schema: {
      params: MediaParams,
      body: Type.Object({ state: WorkState }, { additionalProperties: false }),
      response: { 200: Type.Object({ state: WorkState }), 403: Problem, 404: Problem }
    }
  })
}

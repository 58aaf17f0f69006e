import { type Static, Type } from 'typebox'
import { operationsLimitBytes } from '../limits.ts'
import { exampleId, Id, Nothing, Nullable, Problem, Revision, Timestamp } from './common.ts'
import { contract } from './contract.ts'
import { Shape } from './shapes.ts'

export type ReviewState = Static<typeof ReviewState>
/** Review state of an annotation; `proposed` until it is reviewed. */
export const ReviewState = Type.Enum(['proposed', 'confirmed', 'rejected', 'disputed'])

export type Origin = Static<typeof Origin>
/**
 * Origin of a label. `human`: given without a suggestion. `human_seen`: a person gave a label other than the suggested one. `accepted`: a
 * suggestion accepted individually. `accepted_bulk`: accepted together with others.
 */
export const Origin = Type.Enum(['human', 'human_seen', 'accepted', 'accepted_bulk'])

/** Attribute values by the name of their field, e.g. `individualCount`. */
export type Attributes = Static<typeof Attributes>
export const Attributes = Type.Record(
  Type.String({ pattern: '^.{1,60}$' }),
  Type.Union([Type.String({ maxLength: 1000 }), Type.Number(), Type.Boolean()]),
  { maxProperties: 50 }
)

const fields = {
  shape: Nullable(Shape, { description: 'null: the whole image' }),
  labelId: Nullable(Id, { description: 'null: no label yet' }),
  confidence: Nullable(Type.Number({ minimum: 0, maximum: 1, description: 'confidence of the annotator in the label' })),
  attributes: Attributes
}

/** An annotation: a shape or the whole image, and its label. */
export type Annotation = Static<typeof Annotation>
export const Annotation = Type.Object({
  id: Id,
  mediaId: Id,
  ...fields,
  reviewState: ReviewState,
  reviewedBy: Nullable(Type.String()),
  reviewedAt: Nullable(Timestamp),
  source: Type.Enum(['human', 'machine'], { description: 'the first annotator' }),
  origin: Type.Optional(
    Nullable(Origin, { description: 'null: suggested by a machine and not confirmed, or given before this field existed' })
  ),
  suggestionId: Type.Optional(Nullable(Id, { description: 'suggestion that its label came from or replaced' })),
  annotator: Type.String({ description: 'name or e-mail address of its creator, or name of the program' }),
  createdBy: Nullable(Id, { description: 'account that created or imported it' }),
  createdAt: Timestamp,
  modifiedAt: Timestamp,
  revision: Revision,
  removed: Type.Boolean()
})

/**
 * One edit, shown immediately and sent as soon as there is a connection. Its `id` ensures that an edit sent twice is applied only once.
 * `revision` is the revision that the edit is based on.
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
      attributes: Type.Optional(fields.attributes),
      suggestionId: Type.Optional({ ...Id, description: 'suggestion that was accepted or corrected' })
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
      reviewState: Type.Optional(ReviewState),
      suggestionId: Type.Optional({ ...Id, description: 'suggestion of a label that was accepted or corrected' }),
      shownLabelId: Type.Optional({ ...Id, description: 'label that a live suggestion showed before `labelId` was given' }),
      isUndo: Type.Optional(Type.Boolean({ description: '`labelId` returns with the origin that it had in the history' }))
    },
    { additionalProperties: false }
  ),
  Type.Object(
    {
      id: Id,
      kind: Type.Literal('remove'),
      annotationId: Id,
      revision: Revision,
      suggestionId: Type.Optional({ ...Id, description: 'suggestion to return to the waiting state, because its acceptance is undone' })
    },
    { additionalProperties: false }
  ),
  Type.Object({ id: Id, kind: Type.Literal('restore'), annotationId: Id, revision: Revision }, { additionalProperties: false })
])

/**
 * Outcome of an operation. `stale`: another edit came first, so nothing was changed; `annotation` is the current state. `refused`: the
 * operation can never be applied, for the reason in `message`.
 */
export type OperationResult = Static<typeof OperationResult>
export const OperationResult = Type.Object({
  id: Id,
  outcome: Type.Enum(['done', 'stale', 'refused']),
  annotation: Nullable(Annotation),
  message: Nullable(Type.String())
})

/** State of an annotation after one edit. */
export type AnnotationVersion = Static<typeof AnnotationVersion>
export const AnnotationVersion = Type.Object({
  revision: Revision,
  kind: Type.Enum(['create', 'revise', 'remove', 'restore', 'relabel', 'import']),
  by: Type.String({ description: 'name or e-mail address' }),
  at: Timestamp,
  ...fields,
  labelName: Nullable(Type.String({ description: 'current name of the label' })),
  reviewState: ReviewState,
  removed: Type.Boolean()
})

/** Maximum number of removed annotations in the list of an image. */
export const removedLimit = 200

/** A removed annotation, which can be restored. */
export type RemovedAnnotation = Static<typeof RemovedAnnotation>
export const RemovedAnnotation = Type.Interface([Annotation], {
  removedBy: Type.String({ description: 'name or e-mail address' }),
  removedAt: Timestamp
})

export type WorkState = Static<typeof WorkState>
/** Work state of an image, for a person or for the team. */
export const WorkState = Type.Enum(['notSeen', 'inWork', 'done', 'reviewed'])

const Images = Type.Integer({ minimum: 0, description: 'images' })

export type Progress = Static<typeof Progress>
/**
 * Progress of a project. A person's images are counted by the state that the person set. The project's images are counted by the furthest
 * state. For images of a session, blind members get only their own progress.
 */
export const Progress = Type.Object({
  images: Type.Object({ notSeen: Images, inWork: Images, done: Images, reviewed: Images }),
  people: Type.Array(Type.Object({ accountId: Id, name: Type.String(), inWork: Images, done: Images, reviewed: Images }), {
    description: 'people who examined an image, busiest first'
  }),
  blindUntil: Nullable(Timestamp, { description: 'end of the blind session that the caller is a member of' })
})

const ProjectParams = Type.Object({ projectId: Id })
const MediaParams = Type.Object({ mediaId: Id })
const AnnotationParams = Type.Object({ annotationId: Id })

export const annotationsApi = {
  ofMedia: contract({
    method: 'GET',
    url: '/media/:mediaId/annotations',
    summary: 'All annotations of one image',
    schema: { params: MediaParams, response: { 200: Type.Object({ annotations: Type.Array(Annotation) }), 404: Problem } }
  }),
  removedOfMedia: contract({
    method: 'GET',
    url: '/media/:mediaId/annotations/removed',
    summary: `Annotations removed from one image, most recent first, at most ${removedLimit}`,
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
    summary: 'Every version of an annotation, newest first, with author, time and change',
    schema: { params: AnnotationParams, response: { 200: Type.Object({ versions: Type.Array(AnnotationVersion) }), 404: Problem } }
  }),
  operate: contract({
    method: 'POST',
    url: '/projects/:projectId/annotations/operations',
    summary: 'Apply annotation edits in order; an edit that is sent again is applied only once',
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
    summary: 'Progress of a project and of each person: images in progress, done, reviewed',
    schema: { params: ProjectParams, response: { 200: Progress, 404: Problem } }
  }),
  sayHere: contract({
    method: 'POST',
    url: '/media/:mediaId/presence',
    summary: 'Report that the caller opened or left this image; repeat every 20 seconds',
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
    summary: "Set the caller's state of an image; `reviewed` is only for the work of others",
    example: { state: 'done' },
    schema: {
      params: MediaParams,
      body: Type.Object({ state: WorkState }, { additionalProperties: false }),
      response: { 200: Type.Object({ state: WorkState }), 403: Problem, 404: Problem }
    }
  })
}

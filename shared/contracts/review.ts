import { type Static, Type } from 'typebox'
import { filterLimits } from '../filters.ts'
import { operationsLimitBytes } from '../limits.ts'
import { Annotation, ReviewState } from './annotations.ts'
import { CommentText } from './comments.ts'
import { exampleId, Id, Nothing, Nullable, Page, Problem, Revision, Timestamp } from './common.ts'
import { contract } from './contract.ts'
import { Job } from './jobs.ts'

export const FilterText = Type.String({
  maxLength: filterLimits.textLength,
  description: 'in the syntax of shared/filters.ts; empty: matches everything'
})

/** Annotation with the facts needed to show its crop: file name and size in pixels of its image. */
export type ReviewItem = Static<typeof ReviewItem>
export const ReviewItem = Type.Interface([Annotation], {
  fileName: Type.String(),
  mediaWidth: Type.Integer({ minimum: 1 }),
  mediaHeight: Type.Integer({ minimum: 1 })
})

/**
 * Order of annotations. `newest`: latest first. `size`: largest area first. `date`: earliest capture time first. `confidence`: lowest first.
 * `label`: by place in the catalog's tree. A leading `-` reverses the order. Annotations without a value always come last.
 */
export type ReviewSort = Static<typeof ReviewSort>
export const ReviewSort = Type.Enum(['newest', '-newest', 'size', '-size', 'date', '-date', 'confidence', '-confidence', 'label', '-label'])

export type ReviewQuery = Static<typeof ReviewQuery>
export const ReviewQuery = Type.Object(
  {
    filter: Type.Optional(FilterText),
    sort: Type.Optional(ReviewSort),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 100 })),
    cursor: Type.Optional(Type.String({ maxLength: 1024 }))
  },
  { additionalProperties: false }
)

const changes = {
  labelId: Type.Optional(Nullable(Id)),
  reviewState: Type.Optional(ReviewState),
  removed: Type.Optional(Type.Literal(true)),
  comment: Type.Optional(CommentText)
}

/** Changes that a bulk edit makes. A new label without a review state turns an annotation back into a suggestion. */
export type BulkChange = Static<typeof BulkChange>
export const BulkChange = Type.Object(changes, {
  additionalProperties: false,
  minProperties: 1,
  description: '`comment` excludes other changes. It is added to every annotation whatever its revision, and does not edit the annotation'
})

/** Maximum number of annotations that a bulk edit may list. A filter may match any number. */
export const bulkNamedLimit = 20_000

const state = {
  id: Id,
  state: Type.Enum(['running', 'done', 'undoing', 'undone']),
  changedCount: Type.Integer({ minimum: 0, description: 'number of annotations that were changed or commented on' }),
  skippedCount: Type.Integer({
    minimum: 0,
    description:
      'number of annotations left out: removed, closed to this account, or (except for a comment) edited after the given revision'
  }),
  restoredCount: Type.Integer({ minimum: 0, description: 'number of annotations that were restored or whose comment was removed' }),
  keptCount: Type.Integer({
    minimum: 0,
    description:
      'number of annotations that stayed unchanged because they have been edited since, or because their label or comment no longer exists'
  })
}

export type BulkEdit = Static<typeof BulkEdit>
export const BulkEdit = Type.Object({
  ...state,
  job: Nullable(Job, { description: 'job that changes the remaining annotations beyond the first 500' }),
  changed: Type.Array(Type.Object({ id: Id, revision: Revision }), {
    description: 'annotations that this call itself changed, at most 500'
  })
})

/** Bulk edit from the last 30 days. `change` is empty when each annotation was changed differently, for example by settling a blind session. */
export type PastBulkEdit = Static<typeof PastBulkEdit>
export const PastBulkEdit = Type.Object({
  ...state,
  change: Type.Object(changes),
  isAtWork: Type.Boolean({ description: 'whether a job works on it; otherwise a `running` or `undoing` edit was stopped early' }),
  madeBy: Type.String({ description: 'name or e-mail address' }),
  createdAt: Timestamp,
  undoneBy: Nullable(Type.String({ description: 'name or e-mail address' }))
})

export type SavedFilter = Static<typeof SavedFilter>
export const SavedFilter = Type.Object({
  id: Id,
  name: Type.String(),
  filter: Type.String(),
  createdBy: Type.String({ description: 'name or e-mail address' }),
  createdAt: Timestamp
})

/** Annotator in a project: an account, or the person or program named by imported annotations. */
export const Annotator = Type.Object({ id: Type.String(), name: Type.String(), annotationCount: Type.Integer({ minimum: 1 }) })

const ProjectParams = Type.Object({ projectId: Id })

export const reviewApi = {
  list: contract({
    method: 'GET',
    url: '/projects/:projectId/annotations',
    summary: 'Annotations that match a filter, page by page; any page may be short or empty',
    schema: { params: ProjectParams, querystring: ReviewQuery, response: { 200: Page(ReviewItem), 400: Problem, 404: Problem } }
  }),
  count: contract({
    method: 'GET',
    url: '/projects/:projectId/annotations/count',
    summary: 'Number of annotations that match a filter',
    schema: {
      params: ProjectParams,
      querystring: Type.Object({ filter: Type.Optional(FilterText) }, { additionalProperties: false }),
      response: { 200: Type.Object({ count: Type.Integer({ minimum: 0 }) }), 400: Problem, 404: Problem }
    }
  }),
  annotators: contract({
    method: 'GET',
    url: '/projects/:projectId/annotators',
    summary: 'Annotators of a project, most annotations first',
    schema: { params: ProjectParams, response: { 200: Type.Object({ annotators: Type.Array(Annotator) }), 404: Problem } }
  }),
  edit: contract({
    method: 'POST',
    url: '/projects/:projectId/annotations/bulk',
    summary: 'Apply one change to many annotations; a job changes those beyond the first 500',
    audit: 'annotations.bulk.edited',
    bodyLimit: operationsLimitBytes,
    example: { annotations: [{ id: exampleId(), revision: 1 }], change: { reviewState: 'confirmed' } },
    schema: {
      params: ProjectParams,
      body: Type.Object(
        {
          annotations: Type.Optional(
            Type.Array(Type.Object({ id: Id, revision: Revision }, { additionalProperties: false }), {
              minItems: 1,
              maxItems: bulkNamedLimit
            })
          ),
          filter: Type.Optional(FilterText),
          change: BulkChange
        },
        { additionalProperties: false, description: 'either `annotations`, each with its last known revision, or `filter`' }
      ),
      response: { 200: BulkEdit, 202: BulkEdit, 403: Problem, 404: Problem, 413: Problem, 422: Problem }
    }
  }),
  past: contract({
    method: 'GET',
    url: '/projects/:projectId/annotations/bulk',
    summary: 'Bulk edits of the last 30 days that changed annotations, newest first; blind members see only their own',
    schema: {
      params: ProjectParams,
      querystring: Type.Object(
        {
          show: Type.Optional(
            Type.Enum(['many', 'mine'], {
              default: 'many',
              description: '`many`: edits of two or more annotations, by anyone; `mine`: the caller’s edits of any size that are not undone'
            })
          ),
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 30 })),
          cursor: Type.Optional(Type.String({ maxLength: 128 }))
        },
        { additionalProperties: false }
      ),
      response: { 200: Page(PastBulkEdit), 404: Problem }
    }
  }),
  undo: contract({
    method: 'POST',
    url: '/projects/:projectId/annotations/bulk/:bulkId/undo',
    summary: 'Undo a bulk edit on annotations that have not been edited since',
    audit: 'annotations.bulk.undone',
    schema: {
      params: Type.Object({ projectId: Id, bulkId: Id }),
      response: { 200: BulkEdit, 202: BulkEdit, 403: Problem, 404: Problem, 409: Problem }
    }
  }),
  bulk: contract({
    method: 'GET',
    url: '/projects/:projectId/annotations/bulk/:bulkId',
    summary: 'Progress and outcome of a bulk edit',
    schema: { params: Type.Object({ projectId: Id, bulkId: Id }), response: { 200: BulkEdit, 404: Problem } }
  }),
  patch: contract({
    method: 'GET',
    url: '/annotations/:annotationId/patch',
    summary: 'Crop of an annotation with a margin, as WebP of at most 192 px',
    answer: 'stream',
    schema: {
      params: Type.Object({ annotationId: Id }),
      querystring: Type.Object(
        {
          revision: Type.Optional(
            Type.Integer({ minimum: 1, description: 'with the latest revision, the response can be cached permanently' })
          ),
          look: Type.Optional(Type.Integer({ minimum: 1, description: 'version of the rendering, for caches only' }))
        },
        { additionalProperties: false }
      )
    }
  }),
  makePatches: contract({
    method: 'POST',
    url: '/projects/:projectId/annotations/patches',
    summary: 'Prepare the crops of all annotations in a job',
    schema: { params: ProjectParams, response: { 202: Job, 403: Problem, 404: Problem } }
  }),
  filters: contract({
    method: 'GET',
    url: '/projects/:projectId/filters',
    summary: 'Saved filters of a project, by name',
    schema: { params: ProjectParams, response: { 200: Type.Object({ filters: Type.Array(SavedFilter) }), 404: Problem } }
  }),
  saveFilter: contract({
    method: 'POST',
    url: '/projects/:projectId/filters',
    summary: 'Save a named filter',
    example: { name: 'Proposals', filter: 'reviewState.is.proposed' },
    schema: {
      params: ProjectParams,
      body: Type.Object(
        { name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }), filter: FilterText },
        { additionalProperties: false }
      ),
      response: { 201: SavedFilter, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  forgetFilter: contract({
    method: 'DELETE',
    url: '/projects/:projectId/filters/:filterId',
    summary: 'Delete a saved filter',
    schema: { params: Type.Object({ projectId: Id, filterId: Id }), response: { 204: Nothing, 403: Problem, 404: Problem } }
  })
}

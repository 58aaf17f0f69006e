import { type Static, Type } from 'typebox'
import { Email } from './accounts.ts'
import { Id, Nothing, Nullable, Problem, Timestamp } from './common.ts'
import { contract } from './contract.ts'

export const CommentText = Type.String({
  minLength: 1,
  maxLength: 5000,
  pattern: '\\S',
  description: 'plain text; `@` with a member’s e-mail address mentions them'
})

/** A comment on an annotation. */
export type Comment = Static<typeof Comment>
export const Comment = Type.Object({
  id: Id,
  annotationId: Id,
  authorId: Nullable(Id),
  authorName: Type.String(),
  text: CommentText,
  mentions: Type.Array(Type.Object({ accountId: Id, name: Type.String(), email: Email })),
  createdAt: Timestamp
})

const AnnotationParams = Type.Object({ annotationId: Id })

export const commentsApi = {
  list: contract({
    method: 'GET',
    url: '/annotations/:annotationId/comments',
    summary: 'Comments on an annotation, oldest first',
    schema: { params: AnnotationParams, response: { 200: Type.Object({ comments: Type.Array(Comment) }), 404: Problem } }
  }),
  counts: contract({
    method: 'GET',
    url: '/media/:mediaId/comments/counts',
    summary: 'Number of comments on each annotation of an image; annotations without comments are left out',
    schema: {
      params: Type.Object({ mediaId: Id }),
      response: {
        200: Type.Object({ counts: Type.Array(Type.Object({ annotationId: Id, count: Type.Integer({ minimum: 1 }) })) }),
        404: Problem
      }
    }
  }),
  add: contract({
    method: 'POST',
    url: '/annotations/:annotationId/comments',
    summary: 'Comment on an annotation',
    audit: 'comment.added',
    example: { text: 'The osculum is closed. Is this a sponge, @bo@lab.example?' },
    schema: {
      params: AnnotationParams,
      body: Type.Object({ text: CommentText }, { additionalProperties: false }),
      response: { 201: Comment, 403: Problem, 404: Problem, 422: Problem }
    }
  }),
  remove: contract({
    method: 'DELETE',
    url: '/comments/:commentId',
    summary: 'Delete your own comment; owners of the project can delete any',
    audit: 'comment.removed',
    schema: { params: Type.Object({ commentId: Id }), response: { 204: Nothing, 403: Problem, 404: Problem } }
  })
}

import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { annotateKeys } from '../queries.ts'

export const commentsKey = [...annotateKeys.all, 'comments'] as const

/** Comments on one annotation, or on several of one individual, oldest first. */
export const commentsOf = (annotationIds: readonly string[]) =>
  queryOptions({
    queryKey: [...commentsKey, ...annotationIds],
    queryFn: async ({ signal }) => {
      const each = await Promise.all(
        annotationIds.map(annotationId => call('GET /annotations/:annotationId/comments', { params: { annotationId }, signal }))
      )
      return each.flatMap(({ comments }) => comments).sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
    }
  })

/** Number of comments on each annotation of an image. Annotations without comments are absent. */
export const commentCounts = (mediaId: string) =>
  queryOptions({
    queryKey: [...commentsKey, 'counts', mediaId],
    queryFn: async ({ signal }) => {
      const { counts } = await call('GET /media/:mediaId/comments/counts', { params: { mediaId }, signal })
      return new Map(counts.map(({ annotationId, count }) => [annotationId, count]))
    }
  })

/** Members of a project whom a comment can mention. */
export const membersToMention = (projectId: string) =>
  queryOptions({
    queryKey: [...annotateKeys.all, 'members', projectId],
    queryFn: async ({ signal }) => (await call('GET /projects/:projectId/members', { params: { projectId }, signal })).members
  })

export const addComment = (annotationId: string, text: string) =>
  call('POST /annotations/:annotationId/comments', { params: { annotationId }, json: { text } })

export const removeComment = (commentId: string) => call('DELETE /comments/:commentId', { params: { commentId } })

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { commentsApi } from '../../../shared/contracts/comments.ts'
import { NotFound } from '../../lib/errors.ts'
import { scopeOfMedia } from '../media/scope-of-media.ts'
import { requireRole, type Scope } from '../projects/scope.ts'
import { commentRepository } from './comments.ts'
import { annotationRepository } from './repository.ts'
import type { AnnotationRoutes } from './routes.ts'
import type { AnnotationRow } from './rows.ts'

/** Routes for comments on annotations. Viewers may comment too, because a viewer is often a consulted expert. */
export const commentRoutes: FastifyPluginAsyncTypebox<AnnotationRoutes> = async (app, { db, access, events }) => {
  const comments = commentRepository(db)
  const annotations = annotationRepository(db)
  const ofMedia = scopeOfMedia(db, access)

  async function permitted(request: FastifyRequest, annotationId: string): Promise<{ row: AnnotationRow; scope: Scope }> {
    const row = await annotations.row(annotationId)
    const scope = await access.open(request, row.project_id, 'viewer', 'The annotation')
    return { row: await annotations.shown(row, scope), scope }
  }

  app.route({
    ...commentsApi.list,
    handler: async request => {
      const { row, scope } = await permitted(request, request.params.annotationId)
      return { comments: await comments.ofAnnotation(row, scope) }
    }
  })

  app.route({
    ...commentsApi.counts,
    handler: async request => {
      const { mediaId } = request.params
      return { counts: await comments.countsOn(await ofMedia(request, mediaId, 'viewer'), mediaId) }
    }
  })

  app.route({
    ...commentsApi.add,
    handler: async (request, reply) => {
      const { row, scope } = await permitted(request, request.params.annotationId)
      const { projectId, accountId: by } = scope
      const comment = await comments.add(row, by, request.body.text)
      events.publish({ type: 'changed', noun: 'annotations', projectId, mediaId: row.media_id, by })
      return reply.code(201).send(comment)
    }
  })

  app.route({
    ...commentsApi.remove,
    handler: async (request, reply) => {
      const comment = await comments.find(request.params.commentId)
      if (!comment) throw new NotFound('The comment')
      const scope = await access.open(request, comment.project_id, 'viewer', 'The comment')
      const { projectId, accountId: by } = scope
      if (await comments.isHidden(comment, scope)) throw new NotFound('The comment')
      if (comment.account_id !== by) requireRole(scope, 'owner')
      await comments.remove(comment.id)
      events.publish({ type: 'changed', noun: 'annotations', projectId, mediaId: comment.media_id, by })
      return reply.code(204).send(null)
    }
  })
}

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { commentsApi } from '../../../shared/contracts/comments.ts'
import { NotFound, RoleNeeded } from '../../lib/errors.ts'
import { projectOfMedia } from '../media/project-of-media.ts'
import { viewerOf } from '../viewer.ts'
import { commentRepository } from './comments.ts'
import { annotationRepository } from './repository.ts'
import type { AnnotationRoutes } from './routes.ts'
import type { AnnotationRow } from './rows.ts'

/** Who sees a project may speak in it: a viewer is often the expert who was asked. */
export const commentRoutes: FastifyPluginAsyncTypebox<AnnotationRoutes> = async (app, { db, access, events }) => {
  const comments = commentRepository(db)
  const annotations = annotationRepository(db)
  const permittedProject = projectOfMedia(db, access)

  async function permitted(request: FastifyRequest, annotationId: string): Promise<AnnotationRow> {
    const row = await annotations.row(annotationId)
    if (!(await access.roleOf(viewerOf(request), row.project_id))) throw new NotFound('The annotation')
    return annotations.shown(row, await access.blind(viewerOf(request), row.project_id))
  }

  app.route({
    ...commentsApi.list,
    handler: async request => {
      const row = await permitted(request, request.params.annotationId)
      return { comments: await comments.ofAnnotation(row, await access.blind(viewerOf(request), row.project_id)) }
    }
  })

  app.route({
    ...commentsApi.counts,
    handler: async request => {
      const { mediaId } = request.params
      const projectId = await permittedProject(viewerOf(request), mediaId, 'viewer')
      return { counts: await comments.countsOn(mediaId, await access.blind(viewerOf(request), projectId)) }
    }
  })

  app.route({
    ...commentsApi.add,
    handler: async (request, reply) => {
      const annotation = await permitted(request, request.params.annotationId)
      const comment = await comments.add(annotation, viewerOf(request).accountId, request.body.text)
      const { project_id: projectId, media_id: mediaId } = annotation
      events.publish({ type: 'changed', noun: 'annotations', projectId, mediaId, by: viewerOf(request).accountId })
      return reply.code(201).send(comment)
    }
  })

  app.route({
    ...commentsApi.remove,
    handler: async (request, reply) => {
      const viewer = viewerOf(request)
      const comment = await comments.find(request.params.commentId)
      const role = comment && (await access.roleOf(viewer, comment.project_id))
      if (!comment || !role) throw new NotFound('The comment')
      const blind = await access.blind(viewer, comment.project_id)
      if (await comments.isHidden(comment, blind)) throw new NotFound('The comment')
      if (comment.account_id !== viewer.accountId && role !== 'owner') throw new RoleNeeded('owner')
      await comments.remove(comment.id)
      events.publish({
        type: 'changed',
        noun: 'annotations',
        projectId: comment.project_id,
        mediaId: comment.media_id,
        by: viewer.accountId
      })
      return reply.code(204).send(null)
    }
  })
}

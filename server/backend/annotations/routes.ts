import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { annotationsApi } from '../../../shared/contracts/annotations.ts'
import { NotFound } from '../../lib/errors.ts'
import { gzipAnswer } from '../../lib/gzip-answer.ts'
import type { EventBus } from '../events/bus.ts'
import { projectOfMedia } from '../media/project-of-media.ts'
import type { ProjectAccess } from '../projects/access.ts'
import type { Database } from '../storage/database.ts'
import { viewerOf } from '../viewer.ts'
import { annotationOperations } from './operations.ts'
import { annotationRepository } from './repository.ts'
import { type AnnotationRow, toAnnotation } from './rows.ts'
import { workStates } from './work-states.ts'

export interface AnnotationRoutes {
  db: Database
  access: ProjectAccess
  events: EventBus
}

export const annotationRoutes: FastifyPluginAsyncTypebox<AnnotationRoutes> = async (app, { db, access, events }) => {
  const annotations = annotationRepository(db)
  const operate = annotationOperations(db)
  const work = workStates(db)
  const permittedProject = projectOfMedia(db, access)

  async function permitted(request: FastifyRequest, annotationId: string): Promise<AnnotationRow> {
    const row = await annotations.row(annotationId)
    if (!(await access.roleOf(viewerOf(request), row.project_id))) throw new NotFound('The annotation')
    return annotations.shown(row, await access.blind(viewerOf(request), row.project_id))
  }

  app.route({
    ...annotationsApi.ofMedia,
    onSend: gzipAnswer,
    handler: async request => {
      const { mediaId } = request.params
      const blind = await access.blind(viewerOf(request), await permittedProject(viewerOf(request), mediaId, 'viewer'))
      return { annotations: await annotations.ofMedia(mediaId, blind) }
    }
  })

  app.route({
    ...annotationsApi.removedOfMedia,
    handler: async request => {
      const { mediaId } = request.params
      const blind = await access.blind(viewerOf(request), await permittedProject(viewerOf(request), mediaId, 'viewer'))
      return { annotations: await annotations.removedOfMedia(mediaId, blind) }
    }
  })

  app.route({
    ...annotationsApi.get,
    handler: async request => toAnnotation(await permitted(request, request.params.annotationId))
  })

  app.route({
    ...annotationsApi.history,
    handler: async request => ({ versions: await annotations.history(await permitted(request, request.params.annotationId)) })
  })

  app.route({
    ...annotationsApi.operate,
    handler: async request => {
      const viewer = viewerOf(request)
      const { projectId } = request.params
      await access.require(viewer, projectId, 'editor')
      const results = await operate(projectId, viewer.accountId, request.body.operations, await access.blind(viewer, projectId))
      const touched = new Set(results.flatMap(({ outcome, annotation }) => (outcome === 'done' && annotation ? [annotation.mediaId] : [])))
      for (const mediaId of touched) {
        events.publish({ type: 'changed', noun: 'annotations', projectId, mediaId, by: viewer.accountId })
      }
      return { results }
    }
  })

  app.route({
    ...annotationsApi.sayHere,
    handler: async (request, reply) => {
      const { mediaId } = request.params
      const projectId = await permittedProject(viewerOf(request), mediaId, 'viewer')
      const { accountId: id, displayName: name } = viewerOf(request)
      events.publish({ type: 'presence', projectId, mediaId, person: { id, name }, here: request.body.here })
      return reply.code(204).send(null)
    }
  })

  app.route({
    ...annotationsApi.progress,
    handler: async request => {
      const { projectId } = request.params
      await access.require(viewerOf(request), projectId, 'viewer')
      return work.progress(projectId, await access.blind(viewerOf(request), projectId))
    }
  })

  app.route({
    ...annotationsApi.setWorkState,
    handler: async request => {
      const { mediaId } = request.params
      const projectId = await permittedProject(viewerOf(request), mediaId, 'editor')
      const { accountId: by } = viewerOf(request)
      const state = await work.set(mediaId, by, request.body.state, await access.blind(viewerOf(request), projectId))
      events.publish({ type: 'changed', noun: 'media', projectId, mediaId, by })
      return { state }
    }
  })
}

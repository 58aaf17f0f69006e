import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { annotationsApi } from '../../../shared/contracts/annotations.ts'
import { gzipAnswer } from '../../lib/gzip-answer.ts'
import type { EventBus } from '../events/bus.ts'
import { scopeOfMedia } from '../media/scope-of-media.ts'
import type { ProjectAccess } from '../projects/access.ts'
import { projectEdits } from '../projects/edit-project.ts'
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

// Long: all routes for one resource.
export const annotationRoutes: FastifyPluginAsyncTypebox<AnnotationRoutes> = async (app, { db, access, events }) => {
  const annotations = annotationRepository(db)
  const operate = annotationOperations(projectEdits(db, events))
  const work = workStates(db)
  const ofMedia = scopeOfMedia(db, access)

  async function permitted(request: FastifyRequest, annotationId: string): Promise<AnnotationRow> {
    const row = await annotations.row(annotationId)
    return annotations.shown(row, await access.open(request, row.project_id, 'viewer', 'The annotation'))
  }

  app.route({
    ...annotationsApi.ofMedia,
    onSend: gzipAnswer,
    handler: async (request, reply) => {
      const { mediaId } = request.params
      const list = await annotations.ofMedia(await ofMedia(request, mediaId, 'viewer'), mediaId)
      return reply.type('application/json; charset=utf-8').send(`{"annotations":${list}}` as never) // a string is sent without serialisation
    }
  })

  app.route({
    ...annotationsApi.removedOfMedia,
    handler: async request => {
      const { mediaId } = request.params
      return { annotations: await annotations.removedOfMedia(await ofMedia(request, mediaId, 'viewer'), mediaId) }
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
      const scope = await access.open(request, request.params.projectId, 'editor')
      return { results: await operate(scope, request.body.operations) }
    }
  })

  app.route({
    ...annotationsApi.sayHere,
    handler: async (request, reply) => {
      const { mediaId } = request.params
      const { projectId } = await ofMedia(request, mediaId, 'viewer')
      const { accountId: id, displayName: name } = viewerOf(request)
      events.publish({ type: 'presence', projectId, mediaId, person: { id, name }, here: request.body.here })
      return reply.code(204).send(null)
    }
  })

  app.route({
    ...annotationsApi.progress,
    handler: async request => work.progress(await access.open(request, request.params.projectId, 'viewer'))
  })

  app.route({
    ...annotationsApi.setWorkState,
    handler: async request => {
      const { mediaId } = request.params
      const scope = await ofMedia(request, mediaId, 'editor')
      const state = await work.set(scope, mediaId, request.body.state)
      const { projectId, accountId: by } = scope
      events.publish({ type: 'changed', noun: 'media', projectId, mediaId, by })
      return { state }
    }
  })
}

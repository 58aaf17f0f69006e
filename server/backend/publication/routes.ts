import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { publicationApi } from '../../../shared/contracts/publication.ts'
import type { EventBus } from '../events/bus.ts'
import type { ProjectAccess } from '../projects/access.ts'
import type { Readers } from '../reading/readers.ts'
import type { Database } from '../storage/database.ts'
import { viewerOf } from '../viewer.ts'
import { publicationOf, savePublication } from './repository.ts'

export interface PublicationRoutes {
  db: Database
  access: ProjectAccess
  readers: Readers
  events: EventBus
}

export const publicationRoutes: FastifyPluginAsyncTypebox<PublicationRoutes> = async (app, { db, access, readers, events }) => {
  app.route({
    ...publicationApi.get,
    handler: async request => {
      await access.require(viewerOf(request), request.params.projectId, 'viewer')
      return publicationOf(db, request.params.projectId)
    }
  })

  app.route({
    ...publicationApi.save,
    handler: async request => {
      const { projectId } = request.params
      const { accountId } = viewerOf(request)
      await access.require(viewerOf(request), projectId, 'editor')
      const saved = await savePublication(db, { projectId, accountId }, request.body)
      events.publish({ type: 'changed', noun: 'publication', projectId })
      return saved
    }
  })

  app.route({
    ...publicationApi.coverage,
    handler: async (request, reply) => {
      const { projectId } = request.params
      await access.require(viewerOf(request), projectId, 'viewer')
      return readers.answer(reply, 'publicationCoverage', projectId, await access.blind(viewerOf(request), projectId))
    }
  })
}

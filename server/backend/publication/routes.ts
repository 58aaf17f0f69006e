import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { publicationApi } from '../../../shared/contracts/publication.ts'
import type { EventBus } from '../events/bus.ts'
import type { ProjectAccess } from '../projects/access.ts'
import { projectEdits } from '../projects/edit-project.ts'
import type { Readers } from '../reading/readers.ts'
import type { Database } from '../storage/database.ts'
import { publicationOf, savePublication } from './repository.ts'

export interface PublicationRoutes {
  db: Database
  access: ProjectAccess
  readers: Readers
  events: EventBus
}

export const publicationRoutes: FastifyPluginAsyncTypebox<PublicationRoutes> = async (app, { db, access, readers, events }) => {
  const editProject = projectEdits(db, events)

  app.route({
    ...publicationApi.get,
    handler: async request => publicationOf(db, await access.open(request, request.params.projectId, 'viewer'))
  })

  app.route({
    ...publicationApi.save,
    handler: async request => {
      const scope = await access.open(request, request.params.projectId, 'editor')
      return savePublication(editProject, scope, request.body)
    }
  })

  app.route({
    ...publicationApi.coverage,
    handler: async (request, reply) =>
      readers.answer(reply, 'publicationCoverage', await access.open(request, request.params.projectId, 'viewer'))
  })
}

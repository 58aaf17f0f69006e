import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { observationsApi } from '../../../shared/contracts/observations.ts'
import type { Role } from '../../../shared/contracts/projects.ts'
import { timestamp } from '../../lib/clock.ts'
import type { EventBus } from '../events/bus.ts'
import { refuseUnseen } from '../generalisations/as-shown.ts'
import { contentDisposition } from '../media/file-names.ts'
import type { ProjectAccess } from '../projects/access.ts'
import { projectEdits } from '../projects/edit-project.ts'
import { requireRole } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { observationEdits } from './edits.ts'
import { observationsCsv } from './export.ts'
import { historyOf } from './history.ts'
import { observationRepository } from './repository.ts'
import { toFields } from './rows.ts'

export interface ObservationRoutes {
  db: Database
  access: ProjectAccess
  events: EventBus
}

/** Routes for the observations of a project. Viewers read them, and editors change them. */
// Long: the routes of one noun.
export const observationRoutes: FastifyPluginAsyncTypebox<ObservationRoutes> = async (app, { db, access, events }) => {
  const observations = observationRepository(db)
  const edits = observationEdits(projectEdits(db, events))

  /** Opens an observation. Only editors may open deleted ones. @throws NotFound for an observation that the viewer may not see */
  async function opened(request: FastifyRequest<{ Params: { observationId: string } }>, atLeast: Role) {
    const { observationId } = request.params
    const scope = await access.open(request, await observations.projectOf(observationId), 'viewer', 'The observation')
    const observation = await observations.get(scope, observationId)
    requireRole(scope, observation.removedAt === null ? atLeast : 'editor')
    return { scope, observation }
  }

  app.route({
    ...observationsApi.list,
    handler: async request => {
      const { limit, cursor, ...filter } = request.query
      const scope = await access.open(request, request.params.projectId, filter.removed ? 'editor' : 'viewer')
      return observations.page(scope, filter, { limit, cursor })
    }
  })

  app.route({
    ...observationsApi.create,
    handler: async (request, reply) => {
      const scope = await access.open(request, request.params.projectId, 'editor')
      const { id, isNew } = await edits.create(scope, request.body)
      return reply.code(isNew ? 201 : 200).send(await observations.get(scope, id))
    }
  })

  app.route({
    ...observationsApi.get,
    handler: async request => (await opened(request, 'viewer')).observation
  })

  app.route({
    ...observationsApi.revise,
    handler: async request => {
      const { scope, observation } = await opened(request, 'editor')
      const { id, generalised } = observation
      const { revision, ...change } = request.body
      const edit = generalised ? refuseUnseen(change, await exactFields(id), observation, 'this observation') : change
      await edits.revise(scope, id, { revision, ...edit })
      return observations.get(scope, id)
    }
  })

  const exactFields = async (id: string) =>
    toFields(await db.selectFrom('observation').selectAll().where('id', '=', id).executeTakeFirstOrThrow())

  app.route({
    ...observationsApi.remove,
    handler: async (request, reply) => {
      const { scope, observation } = await opened(request, 'editor')
      await edits.remove(scope, observation.id)
      return reply.code(204).send(null)
    }
  })

  app.route({
    ...observationsApi.restore,
    handler: async request => {
      const { scope, observation } = await opened(request, 'editor')
      await edits.restore(scope, observation.id)
      return observations.get(scope, observation.id)
    }
  })

  app.route({
    ...observationsApi.exportTable,
    handler: async (request, reply) => {
      const scope = await access.open(request, request.params.projectId, request.query.removed ? 'editor' : 'viewer')
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', contentDisposition('attachment', `observations ${timestamp().slice(0, 10)}.csv`))
        .send(Readable.from(observationsCsv(db, scope, request.query)))
    }
  })

  app.route({
    ...observationsApi.history,
    handler: async request => {
      const { scope, observation } = await opened(request, 'viewer')
      return { items: await historyOf(db, scope, observation) }
    }
  })
}

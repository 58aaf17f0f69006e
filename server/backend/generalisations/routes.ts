import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { generalisationsApi } from '../../../shared/contracts/generalisations.ts'
import type { EventBus } from '../events/bus.ts'
import type { ProjectAccess } from '../projects/access.ts'
import { projectEdits } from '../projects/edit-project.ts'
import type { Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { generalisations } from './repository.ts'
import { shownPlaces } from './shown-places.ts'

export interface GeneralisationRoutes {
  db: Database
  access: ProjectAccess
  events: EventBus
}

/** Routes for the rules that generalise places. All members can see the rules, and only owners can edit them. */
export const generalisationRoutes: FastifyPluginAsyncTypebox<GeneralisationRoutes> = async (app, { db, access, events }) => {
  const rules = generalisations(db, projectEdits(db, events))

  /** Opens the project of a rule if the viewer is an owner. @throws NotFound for a rule of a project that the viewer may not see */
  async function ownerOf(request: FastifyRequest, id: string): Promise<Scope> {
    const rule = await rules.find(id)
    return access.open(request, rule.projectId, 'owner', 'The rule')
  }

  app.route({
    ...generalisationsApi.list,
    handler: async request => {
      const scope = await access.open(request, request.params.projectId, 'viewer')
      const { isExact } = await shownPlaces(db, scope.projectId, scope.places)
      return { rules: await rules.list(scope), isExactForViewer: isExact }
    }
  })

  app.route({
    ...generalisationsApi.create,
    handler: async (request, reply) => {
      const scope = await access.open(request, request.params.projectId, 'owner')
      const made = await rules.create(scope, request.body)
      return reply.code(201).send(made)
    }
  })

  app.route({
    ...generalisationsApi.revise,
    handler: async request => {
      const { generalisationId } = request.params
      const scope = await ownerOf(request, generalisationId)
      return rules.revise(scope, generalisationId, request.body)
    }
  })

  app.route({
    ...generalisationsApi.remove,
    handler: async (request, reply) => {
      const { generalisationId } = request.params
      const scope = await ownerOf(request, generalisationId)
      await rules.remove(scope, generalisationId)
      return reply.code(204).send(null)
    }
  })
}

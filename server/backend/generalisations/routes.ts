import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { type Generalisation, generalisationsApi } from '../../../shared/contracts/generalisations.ts'
import { NotFound } from '../../lib/errors.ts'
import type { EventBus } from '../events/bus.ts'
import type { ProjectAccess } from '../projects/access.ts'
import type { Database } from '../storage/database.ts'
import { viewerOf } from '../viewer.ts'
import { generalisations } from './repository.ts'
import { shownPlaces } from './shown-places.ts'

export interface GeneralisationRoutes {
  db: Database
  access: ProjectAccess
  events: EventBus
}

/** Everyone in a project sees which places are generalised; its owners decide it. */
export const generalisationRoutes: FastifyPluginAsyncTypebox<GeneralisationRoutes> = async (app, { db, access, events }) => {
  const rules = generalisations(db)

  async function ownerOf(request: FastifyRequest, projectId: string) {
    await access.require(viewerOf(request), projectId, 'owner')
    return { projectId, accountId: viewerOf(request).accountId }
  }

  /** @throws NotFound for a rule of a project that the viewer may not see */
  async function seen(request: FastifyRequest, id: string): Promise<Generalisation> {
    const rule = await rules.find(id)
    if (!(await access.roleOf(viewerOf(request), rule.projectId))) throw new NotFound('The rule')
    return rule
  }

  /** Places stand in images and sites: whoever shows them reads them again. */
  function tell(projectId: string): void {
    for (const noun of ['generalisations', 'media', 'sites'] as const) events.publish({ type: 'changed', noun, projectId })
  }

  app.route({
    ...generalisationsApi.list,
    handler: async request => {
      const { projectId } = request.params
      await access.require(viewerOf(request), projectId, 'viewer')
      const { isExact } = await shownPlaces(db, projectId, await access.placeViewer(viewerOf(request), projectId))
      return { rules: await rules.list(projectId), isExactForViewer: isExact }
    }
  })

  app.route({
    ...generalisationsApi.create,
    handler: async (request, reply) => {
      const owner = await ownerOf(request, request.params.projectId)
      const made = await rules.create(owner, request.body)
      tell(owner.projectId)
      return reply.code(201).send(made)
    }
  })

  app.route({
    ...generalisationsApi.revise,
    handler: async request => {
      const { id, projectId } = await seen(request, request.params.generalisationId)
      const revised = await rules.revise(await ownerOf(request, projectId), id, request.body)
      tell(projectId)
      return revised
    }
  })

  app.route({
    ...generalisationsApi.remove,
    handler: async (request, reply) => {
      const { id, projectId } = await seen(request, request.params.generalisationId)
      await rules.remove(await ownerOf(request, projectId), id)
      tell(projectId)
      return reply.code(204).send(null)
    }
  })
}

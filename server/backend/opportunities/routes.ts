import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { opportunitiesApi } from '../../../shared/contracts/opportunities.ts'
import type { Database } from '../storage/database.ts'
import { viewerOf } from '../viewer.ts'
import { opportunityRepository } from './repository.ts'

/** Routes for opportunities, which belong to no project. Everyone with an account on this server sees them. */
export const opportunityRoutes: FastifyPluginAsyncTypebox<{ db: Database }> = async (app, { db }) => {
  const opportunities = opportunityRepository(db)

  app.route({ ...opportunitiesApi.list, handler: async request => opportunities.list(viewerOf(request), request.query) })

  app.route({
    ...opportunitiesApi.create,
    handler: async (request, reply) => reply.code(201).send(await opportunities.create(viewerOf(request), request.body))
  })

  app.route({
    ...opportunitiesApi.get,
    handler: async request => opportunities.get(viewerOf(request), request.params.opportunityId)
  })

  app.route({
    ...opportunitiesApi.revise,
    handler: async request => opportunities.revise(viewerOf(request), request.params.opportunityId, request.body)
  })

  app.route({
    ...opportunitiesApi.remove,
    handler: async (request, reply) => {
      await opportunities.remove(viewerOf(request), request.params.opportunityId)
      return reply.code(204).send(null)
    }
  })

  app.route({
    ...opportunitiesApi.save,
    handler: async (request, reply) => {
      await opportunities.save(viewerOf(request), request.params.opportunityId)
      return reply.code(204).send(null)
    }
  })

  app.route({
    ...opportunitiesApi.unsave,
    handler: async (request, reply) => {
      await opportunities.unsave(viewerOf(request), request.params.opportunityId)
      return reply.code(204).send(null)
    }
  })
}

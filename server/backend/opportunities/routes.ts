import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { opportunitiesApi } from '../../../shared/contracts/opportunities.ts'
import { opportunityProfileApi } from '../../../shared/contracts/opportunity-profile.ts'
import type { Database } from '../storage/database.ts'
import { viewerOf } from '../viewer.ts'
import { opportunityLists } from './list.ts'
import { opportunityMerges } from './merges.ts'
import { opportunityModeration } from './moderation.ts'
import { opportunityProfiles } from './profile.ts'
import { opportunityRepository } from './repository.ts'
import { similarOpportunities } from './similar.ts'
import { historyOf } from './versions.ts'

/** Routes for opportunities, which do not belong to a project. Everyone with an account on this server can see them. */
// Long: the routes of one noun.
export const opportunityRoutes: FastifyPluginAsyncTypebox<{ db: Database }> = async (app, { db }) => {
  const profiles = opportunityProfiles(db)
  const opportunities = opportunityRepository(db, profiles)
  const list = opportunityLists(db, profiles)
  const similar = similarOpportunities(db)
  const moderation = opportunityModeration(db)
  const merges = opportunityMerges(db)

  app.route({ ...opportunitiesApi.list, handler: async request => list(viewerOf(request), request.query) })

  app.route({
    ...opportunitiesApi.create,
    handler: async (request, reply) => reply.code(201).send(await opportunities.create(viewerOf(request), request.body))
  })

  app.route({
    ...opportunitiesApi.get,
    handler: async request => opportunities.get(viewerOf(request), request.params.opportunityId)
  })

  app.route({
    ...opportunitiesApi.similar,
    handler: async request => ({ items: await similar.ofOne(viewerOf(request), request.params.opportunityId) })
  })

  app.route({
    ...opportunitiesApi.similarToDraft,
    handler: async request => ({ items: await similar.ofDraft(viewerOf(request), request.body) })
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
      await opportunities.saves.put(viewerOf(request), request.params.opportunityId, request.body)
      return reply.code(204).send(null)
    }
  })

  app.route({
    ...opportunitiesApi.unsave,
    handler: async (request, reply) => {
      await opportunities.saves.remove(viewerOf(request), request.params.opportunityId)
      return reply.code(204).send(null)
    }
  })

  app.route({
    ...opportunitiesApi.versions,
    handler: async request => historyOf(db, viewerOf(request), request.params.opportunityId)
  })

  app.route({
    ...opportunitiesApi.restore,
    handler: async request => {
      const { opportunityId, version } = request.params
      return opportunities.restore(viewerOf(request), opportunityId, version, request.body.revision)
    }
  })

  app.route({
    ...opportunitiesApi.merge,
    handler: async request => {
      const [viewer, id] = [viewerOf(request), request.params.opportunityId]
      await merges.merge(viewer, id, request.body)
      return opportunities.get(viewer, id)
    }
  })

  app.route({
    ...opportunitiesApi.separate,
    handler: async request => {
      const [viewer, id] = [viewerOf(request), request.params.opportunityId]
      await merges.separate(viewer, id, request.body.revision)
      return opportunities.get(viewer, id)
    }
  })

  app.route({
    ...opportunitiesApi.report,
    handler: async (request, reply) => {
      await moderation.report(viewerOf(request), request.params.opportunityId, request.body)
      return reply.code(204).send(null)
    }
  })

  app.route({
    ...opportunitiesApi.reports,
    handler: async request => ({ reports: await moderation.reports(viewerOf(request), request.params.opportunityId) })
  })

  app.route({
    ...opportunitiesApi.approve,
    handler: async request => {
      const [viewer, id] = [viewerOf(request), request.params.opportunityId]
      await moderation.approve(viewer, id)
      return opportunities.get(viewer, id)
    }
  })

  app.route({
    ...opportunitiesApi.refuse,
    handler: async request => {
      const [viewer, id] = [viewerOf(request), request.params.opportunityId]
      await moderation.refuse(viewer, id, request.body.reason)
      return opportunities.get(viewer, id)
    }
  })

  app.route({
    ...opportunityProfileApi.get,
    handler: async request => {
      const { accountId } = viewerOf(request)
      const { ids, regions, methods } = await profiles.fromProjects(accountId)
      return { profile: await profiles.get(accountId), fromProjects: { regions, methods, catalogs: ids.length } }
    }
  })

  app.route({ ...opportunityProfileApi.set, handler: async request => profiles.set(viewerOf(request).accountId, request.body) })
}

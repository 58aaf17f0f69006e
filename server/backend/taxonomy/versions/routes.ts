import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { catalogVersionsApi } from '../../../../shared/contracts/catalog-versions.ts'
import { viewerOf } from '../../viewer.ts'
import type { TaxonomyRoutes } from '../routes.ts'
import { compareCatalogs } from './compare.ts'
import { catalogVersions } from './repository.ts'

export const catalogVersionRoutes: FastifyPluginAsyncTypebox<TaxonomyRoutes> = async (app, { db, access, events }) => {
  const versions = catalogVersions(db)

  app.route({
    ...catalogVersionsApi.list,
    handler: async request => {
      const { projectId } = request.params
      await access.require(viewerOf(request), projectId, 'viewer')
      return { versions: await versions.list(projectId) }
    }
  })

  app.route({
    ...catalogVersionsApi.freeze,
    handler: async (request, reply) => {
      const { accountId } = viewerOf(request)
      const { projectId } = request.params
      await access.require(viewerOf(request), projectId, 'editor')
      const id = await versions.freeze({ projectId, accountId }, request.body)
      events.publish({ type: 'changed', noun: 'labels', projectId })
      return reply.code(201).send(await versions.get(projectId, id))
    }
  })

  app.route({
    ...catalogVersionsApi.compare,
    handler: async request => {
      const { projectId } = request.params
      const { from, to } = request.query
      await access.require(viewerOf(request), projectId, 'viewer')
      for (const versionId of to === undefined ? [from] : [from, to]) await versions.get(projectId, versionId)
      const blind = await access.blind(viewerOf(request), projectId)
      return compareCatalogs(db, projectId, { versionId: from }, to === undefined ? 'now' : { versionId: to }, blind)
    }
  })
}

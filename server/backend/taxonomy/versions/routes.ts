import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { catalogVersionsApi } from '../../../../shared/contracts/catalog-versions.ts'
import { projectEdits } from '../../projects/edit-project.ts'
import type { TaxonomyServices } from '../services.ts'
import { compareCatalogs } from './compare.ts'
import { catalogVersions } from './repository.ts'

export const catalogVersionRoutes: FastifyPluginAsyncTypebox<TaxonomyServices> = async (app, { db, access, events }) => {
  const versions = catalogVersions(db, projectEdits(db, events))

  app.route({
    ...catalogVersionsApi.list,
    handler: async request => {
      const scope = await access.open(request, request.params.projectId, 'viewer')
      return { versions: await versions.list(scope) }
    }
  })

  app.route({
    ...catalogVersionsApi.freeze,
    handler: async (request, reply) => {
      const scope = await access.open(request, request.params.projectId, 'editor')
      const id = await versions.freeze(scope, request.body)
      return reply.code(201).send(await versions.get(scope, id))
    }
  })

  app.route({
    ...catalogVersionsApi.compare,
    handler: async request => {
      const { from, to } = request.query
      const scope = await access.open(request, request.params.projectId, 'viewer')
      for (const versionId of to === undefined ? [from] : [from, to]) await versions.get(scope, versionId)
      return compareCatalogs(db, scope, { versionId: from }, to === undefined ? 'now' : { versionId: to })
    }
  })
}

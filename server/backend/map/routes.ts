import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { mapApi } from '../../../shared/contracts/map.ts'
import type { ProjectAccess } from '../projects/access.ts'
import type { Readers } from '../reading/readers.ts'

export interface MapRoutes {
  access: ProjectAccess
  readers: Readers
}

/** Routes for the image positions of a project on the map. */
export const mapRoutes: FastifyPluginAsyncTypebox<MapRoutes> = async (app, { access, readers }) => {
  app.route({
    ...mapApi.points,
    handler: async (request, reply) => {
      const scope = await access.open(request, request.params.projectId, 'viewer')
      return readers.answer(reply, 'mapPoints', scope, request.query)
    }
  })

  app.route({
    ...mapApi.rows,
    handler: async (request, reply) => {
      const scope = await access.open(request, request.params.projectId, 'viewer')
      return readers.answer(reply, 'mapRows', scope, request.query)
    }
  })
}

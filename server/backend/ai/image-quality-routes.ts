import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { imageQualityApi } from '../../../shared/contracts/image-quality.ts'
import { refuseBlind } from '../annotations/rounds/blind.ts'
import type { FullSight, Scope } from '../projects/scope.ts'
import { qualityImages } from './image-quality.ts'
import type { AiRoutes } from './routes.ts'

/** Routes for the measured quality of images. They refuse members of a running blind session, as every call of AI Analysis does. */
export const imageQualityRoutes: FastifyPluginAsyncTypebox<Pick<AiRoutes, 'db' | 'access' | 'readers'>> = async (
  app,
  { db, access, readers }
) => {
  /** @throws WorkingBlind for a member of a running blind session */
  async function opened(request: FastifyRequest, projectId: string): Promise<Scope & FullSight> {
    const scope = await access.open(request, projectId, 'viewer')
    refuseBlind(scope)
    return scope
  }

  app.route({
    ...imageQualityApi.summary,
    handler: async (request, reply) => readers.answer(reply, 'imageQuality', await opened(request, request.params.projectId))
  })

  app.route({
    ...imageQualityApi.clusters,
    handler: async (request, reply) =>
      readers.answer(reply, 'imageQualityClusters', await opened(request, request.params.projectId), request.query)
  })

  app.route({
    ...imageQualityApi.images,
    handler: async request => qualityImages(db, await opened(request, request.params.projectId), request.query)
  })
}

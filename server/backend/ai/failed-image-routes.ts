import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { failedImagesApi } from '../../../shared/contracts/failed-images.ts'
import { failedImagesOf, retryFailed } from './failed-images.ts'
import { runAccess } from './open-run.ts'
import type { AiRoutes } from './routes.ts'
import { aiRepository } from './runs.ts'

/** Routes for the failed images of a run. They refuse members of a running blind session. */
export const failedImageRoutes: FastifyPluginAsyncTypebox<Pick<AiRoutes, 'db' | 'access' | 'events' | 'jobs'>> = async (
  app,
  { db, access, events, jobs }
) => {
  const analysis = aiRepository(db)
  const openRun = runAccess(db, access)

  app.route({
    ...failedImagesApi.list,
    handler: async request => failedImagesOf(db, await openRun(request, request.params.aiRunId, 'viewer'))
  })

  app.route({
    ...failedImagesApi.retry,
    handler: async (request, reply) => {
      const run = await openRun(request, request.params.aiRunId, 'editor')
      await retryFailed({ db, events, jobs }, run)
      return reply.code(202).send(await analysis.run(run))
    }
  })
}

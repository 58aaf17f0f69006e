import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { failedImagesApi } from '../../../shared/contracts/failed-images.ts'
import type { Role } from '../../../shared/contracts/projects.ts'
import { refuseBlind } from '../annotations/rounds/blind.ts'
import type { Scope } from '../projects/scope.ts'
import { failedImagesOf, retryFailed } from './failed-images.ts'
import type { AiRoutes } from './routes.ts'
import { aiRepository } from './runs.ts'

/** Routes for the failed images of a run. They refuse members of a running blind session. */
export const failedImageRoutes: FastifyPluginAsyncTypebox<Pick<AiRoutes, 'db' | 'access' | 'events' | 'jobs'>> = async (
  app,
  { db, access, events, jobs }
) => {
  const analysis = aiRepository(db)

  async function opened(request: FastifyRequest, runId: string, atLeast: Role): Promise<Scope> {
    const scope = await access.open(request, await analysis.projectOfRun(runId), atLeast, 'The run')
    refuseBlind(scope)
    return scope
  }

  app.route({
    ...failedImagesApi.list,
    handler: async request => {
      const { aiRunId } = request.params
      await opened(request, aiRunId, 'viewer')
      return failedImagesOf(db, aiRunId)
    }
  })

  app.route({
    ...failedImagesApi.retry,
    handler: async (request, reply) => {
      const { aiRunId } = request.params
      await retryFailed({ db, events, jobs }, await opened(request, aiRunId, 'editor'), aiRunId)
      return reply.code(202).send(await analysis.run(aiRunId))
    }
  })
}

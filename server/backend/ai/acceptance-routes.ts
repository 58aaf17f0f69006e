import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { bulkAcceptancesApi } from '../../../shared/contracts/bulk-acceptances.ts'
import type { Role } from '../../../shared/contracts/projects.ts'
import { refuseBlind } from '../annotations/rounds/blind.ts'
import { projectEdits } from '../projects/edit-project.ts'
import type { Scope } from '../projects/scope.ts'
import { startAcceptance, undoAcceptance } from './acceptance-work.ts'
import { acceptancesOf, acceptanceWith, beginAcceptance } from './acceptances.ts'
import { mixedBatch } from './mixed-batch.ts'
import { probesOf } from './probes.ts'
import type { AiRoutes } from './routes.ts'
import { aiRepository } from './runs.ts'

/** Routes for bulk acceptance and its random samples. They refuse members of a running blind session. */
// Long: the routes of one resource.
export const acceptanceRoutes: FastifyPluginAsyncTypebox<Pick<AiRoutes, 'db' | 'access' | 'events' | 'jobs'>> = async (
  app,
  { db, access, events, jobs }
) => {
  const editProject = projectEdits(db, events)
  const analysis = aiRepository(db)

  async function openedRun(request: FastifyRequest, runId: string, atLeast: Role): Promise<Scope> {
    const scope = await access.open(request, await analysis.projectOfRun(runId), atLeast, 'The run')
    refuseBlind(scope)
    return scope
  }

  async function opened(request: FastifyRequest, id: string, atLeast: Role): Promise<Scope> {
    const { projectId } = await acceptanceWith(db, id)
    const scope = await access.open(request, projectId, atLeast, 'The bulk acceptance')
    refuseBlind(scope)
    return scope
  }

  app.route({
    ...bulkAcceptancesApi.mix,
    handler: async request => {
      const { aiRunId } = request.params
      const scope = await openedRun(request, aiRunId, 'editor')
      return { items: await editProject(scope, ({ transaction, at }) => mixedBatch(transaction, aiRunId, request.body, at)) }
    }
  })

  app.route({
    ...bulkAcceptancesApi.probes,
    handler: async request => {
      const { aiRunId } = request.params
      await openedRun(request, aiRunId, 'viewer')
      return probesOf(db, aiRunId)
    }
  })

  app.route({
    ...bulkAcceptancesApi.accept,
    handler: async (request, reply) => {
      const { aiRunId } = request.params
      const scope = await openedRun(request, aiRunId, 'editor')
      const id = await startAcceptance({ editProject, jobs }, scope, async edit => ({
        id: await beginAcceptance(edit, scope, aiRunId, request.body),
        isContinued: false
      }))
      const { acceptance } = await acceptanceWith(db, id)
      return reply.code(acceptance.job ? 202 : 200).send(acceptance)
    }
  })

  app.route({
    ...bulkAcceptancesApi.list,
    handler: async request => {
      const { aiRunId } = request.params
      await openedRun(request, aiRunId, 'viewer')
      return { items: await acceptancesOf(db, aiRunId) }
    }
  })

  app.route({
    ...bulkAcceptancesApi.get,
    handler: async request => {
      const { bulkAcceptanceId } = request.params
      await opened(request, bulkAcceptanceId, 'viewer')
      return (await acceptanceWith(db, bulkAcceptanceId)).acceptance
    }
  })

  app.route({
    ...bulkAcceptancesApi.undo,
    handler: async (request, reply) => {
      const { bulkAcceptanceId: id } = request.params
      const scope = await opened(request, id, 'editor')
      await undoAcceptance({ editProject, jobs }, scope, id)
      const { acceptance } = await acceptanceWith(db, id)
      return reply.code(acceptance.state === 'undone' ? 200 : 202).send(acceptance)
    }
  })
}

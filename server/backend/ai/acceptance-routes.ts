import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { bulkAcceptancesApi } from '../../../shared/contracts/bulk-acceptances.ts'
import type { Role } from '../../../shared/contracts/projects.ts'
import { refuseBlind } from '../annotations/rounds/blind.ts'
import { projectEdits } from '../projects/edit-project.ts'
import type { FullSight, Scope } from '../projects/scope.ts'
import { startAcceptance, undoAcceptance } from './acceptance-work.ts'
import { acceptancesOf, acceptanceWith, beginAcceptance, projectOfAcceptance } from './acceptances.ts'
import { mixedBatch } from './mixed-batch.ts'
import { runAccess } from './open-run.ts'
import { probesOf } from './probes.ts'
import type { AiRoutes } from './routes.ts'

/** Routes for bulk acceptance and its random samples. They refuse members of a running blind session. */
// Long: the routes of one resource.
export const acceptanceRoutes: FastifyPluginAsyncTypebox<Pick<AiRoutes, 'db' | 'access' | 'events' | 'jobs'>> = async (
  app,
  { db, access, events, jobs }
) => {
  const editProject = projectEdits(db, events)
  const openRun = runAccess(db, access)

  async function opened(request: FastifyRequest, id: string, atLeast: Role): Promise<Scope & FullSight> {
    const projectId = await projectOfAcceptance(db, id)
    const scope = await access.open(request, projectId, atLeast, 'The bulk acceptance')
    refuseBlind(scope)
    return scope
  }

  app.route({
    ...bulkAcceptancesApi.mix,
    handler: async request => {
      const run = await openRun(request, request.params.aiRunId, 'editor')
      return { items: await editProject(run, ({ transaction, at }) => mixedBatch(transaction, run, request.body, at)) }
    }
  })

  app.route({
    ...bulkAcceptancesApi.probes,
    handler: async request => probesOf(db, await openRun(request, request.params.aiRunId, 'viewer'))
  })

  app.route({
    ...bulkAcceptancesApi.accept,
    handler: async (request, reply) => {
      const run = await openRun(request, request.params.aiRunId, 'editor')
      const id = await startAcceptance({ editProject, jobs }, run, async edit => ({
        id: await beginAcceptance(edit, run, request.body),
        isContinued: false
      }))
      const acceptance = await acceptanceWith(db, id)
      return reply.code(acceptance.job ? 202 : 200).send(acceptance)
    }
  })

  app.route({
    ...bulkAcceptancesApi.list,
    handler: async request => ({ items: await acceptancesOf(db, await openRun(request, request.params.aiRunId, 'viewer')) })
  })

  app.route({
    ...bulkAcceptancesApi.get,
    handler: async request => {
      const { bulkAcceptanceId } = request.params
      await opened(request, bulkAcceptanceId, 'viewer')
      return acceptanceWith(db, bulkAcceptanceId)
    }
  })

  app.route({
    ...bulkAcceptancesApi.undo,
    handler: async (request, reply) => {
      const { bulkAcceptanceId: id } = request.params
      const scope = await opened(request, id, 'editor')
      await undoAcceptance({ editProject, jobs }, scope, id)
      const acceptance = await acceptanceWith(db, id)
      return reply.code(acceptance.state === 'undone' ? 200 : 202).send(acceptance)
    }
  })
}

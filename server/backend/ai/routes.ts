import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { aiApi } from '../../../shared/contracts/ai.ts'
import type { Role } from '../../../shared/contracts/projects.ts'
import { refuseBlind } from '../annotations/rounds/blind.ts'
import type { EventBus } from '../events/bus.ts'
import type { JobQueue } from '../jobs/queue.ts'
import type { ProjectAccess } from '../projects/access.ts'
import { projectEdits } from '../projects/edit-project.ts'
import type { Scope } from '../projects/scope.ts'
import type { Readers } from '../reading/readers.ts'
import type { Database } from '../storage/database.ts'
import { suggestionDecisions } from './decisions.ts'
import { aiRepository } from './runs.ts'
import { startRun } from './start-run.ts'

export interface AiRoutes {
  db: Database
  access: ProjectAccess
  events: EventBus
  jobs: JobQueue
  readers: Readers
}

/** Routes of AI Analysis. A member of a running blind session sees no model and no suggestion by any of them. */
// Long: the routes of one noun.
export const aiRoutes: FastifyPluginAsyncTypebox<AiRoutes> = async (app, { db, access, events, jobs, readers }) => {
  const analysis = aiRepository(db)
  const decisions = suggestionDecisions(db, projectEdits(db, events))

  /** @throws WorkingBlind for a member of a running blind session */
  async function opened(request: FastifyRequest, projectId: string, atLeast: Role, noun?: string): Promise<Scope> {
    const scope = await access.open(request, projectId, atLeast, noun)
    refuseBlind(scope)
    return scope
  }

  app.route({
    ...aiApi.overview,
    handler: async (request, reply) => readers.answer(reply, 'aiOverview', await opened(request, request.params.projectId, 'viewer'))
  })

  app.route({
    ...aiApi.models,
    handler: async request => {
      const { projectId } = await opened(request, request.params.projectId, 'viewer')
      return { items: await analysis.models(projectId) }
    }
  })

  app.route({
    ...aiApi.model,
    handler: async request => {
      const { projectId, card } = await analysis.model(request.params.modelVersionId)
      await opened(request, projectId, 'viewer', 'The model version')
      return card
    }
  })

  app.route({
    ...aiApi.runs,
    handler: async request => {
      const { projectId } = await opened(request, request.params.projectId, 'viewer')
      return { items: await analysis.runs(projectId) }
    }
  })

  app.route({
    ...aiApi.start,
    handler: async (request, reply) => {
      const scope = await opened(request, request.params.projectId, 'editor')
      const runId = await startRun({ db, events, jobs }, scope, request.body.modelVersionId)
      return reply.code(202).send(await analysis.run(runId))
    }
  })

  app.route({
    ...aiApi.run,
    handler: async request => {
      const { aiRunId } = request.params
      await opened(request, await analysis.projectOfRun(aiRunId), 'viewer', 'The run')
      return analysis.runDetails(aiRunId)
    }
  })

  app.route({
    ...aiApi.suggestions,
    handler: async request => {
      const { aiRunId } = request.params
      await opened(request, await analysis.projectOfRun(aiRunId), 'viewer', 'The run')
      return analysis.suggestions(aiRunId, request.query)
    }
  })

  app.route({
    ...aiApi.decide,
    handler: async request => {
      const { aiRunId } = request.params
      const scope = await opened(request, await analysis.projectOfRun(aiRunId), 'editor', 'The run')
      return decisions.decide(scope, aiRunId, request.body)
    }
  })

  app.route({
    ...aiApi.undo,
    handler: async request => {
      const { project_id: projectId, id } = await decisions.row(request.params.suggestionDecisionId)
      return decisions.undo(await opened(request, projectId, 'editor', 'The decision'), id)
    }
  })
}

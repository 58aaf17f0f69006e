import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { annotationSessionsApi } from '../../../../shared/contracts/annotation-sessions.ts'
import type { EventBus } from '../../events/bus.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import type { ProjectAccess } from '../../projects/access.ts'
import { projectEdits } from '../../projects/edit-project.ts'
import type { Database } from '../../storage/database.ts'
import { everythingAgain, roundEdits } from './edits.ts'
import { groupEndedRounds } from './grouping.ts'
import { newImages } from './images.ts'
import { roundAccess } from './open-round.ts'
import { roundRepository } from './repository.ts'
import { stateAt } from './round-row.ts'

export interface RoundRoutes {
  db: Database
  access: ProjectAccess
  jobs: JobQueue
  events: EventBus
}

/** Routes for blind annotation rounds. Owners plan them, and members work without seeing each other's annotations. */
// Long: all routes for one resource.
export const roundRoutes: FastifyPluginAsyncTypebox<RoundRoutes> = async (app, { db, access, jobs, events }) => {
  const rounds = roundRepository(db)
  const edits = roundEdits(db, projectEdits(db, events))
  const { open: openRound } = roundAccess(db, access)

  app.route({
    ...annotationSessionsApi.list,
    handler: async request => {
      const scope = await access.open(request, request.params.projectId, 'viewer')
      return { sessions: await rounds.list(scope) }
    }
  })

  app.route({
    ...annotationSessionsApi.create,
    handler: async (request, reply) => {
      const scope = await access.open(request, request.params.projectId, 'owner')
      const id = await edits.create(scope, request.body)
      return reply.code(201).send(await rounds.toContract(await rounds.row(id), scope.accountId))
    }
  })

  app.route({
    ...annotationSessionsApi.get,
    handler: async request => {
      const { row, scope } = await openRound(request, request.params.annotationSessionId, 'viewer')
      return rounds.toContract(row, scope.accountId)
    }
  })

  app.route({
    ...annotationSessionsApi.revise,
    handler: async request => {
      const { row, scope } = await openRound(request, request.params.annotationSessionId, 'owner')
      await edits.revise(scope, row.id, request.body)
      return rounds.toContract(await rounds.row(row.id), scope.accountId)
    }
  })

  app.route({
    ...annotationSessionsApi.newImages,
    handler: async request => {
      const { row, scope } = await openRound(request, request.params.annotationSessionId, 'owner')
      if (stateAt(row) === 'ended') return { count: 0, leftOutCount: 0 }
      return newImages(db, scope, row)
    }
  })

  app.route({
    ...annotationSessionsApi.takeIn,
    handler: async request => {
      const { row, scope } = await openRound(request, request.params.annotationSessionId, 'owner')
      await edits.takeIn(scope, row.id, request.body.revision)
      return rounds.toContract(await rounds.row(row.id), scope.accountId)
    }
  })

  app.route({
    ...annotationSessionsApi.end,
    handler: async request => {
      const { row, scope } = await openRound(request, request.params.annotationSessionId, 'owner')
      await edits.end(row, scope.accountId)
      await groupEndedRounds({ db, jobs, events })
      events.publish(everythingAgain(scope))
      return rounds.toContract(await rounds.row(row.id), scope.accountId)
    }
  })

  app.route({
    ...annotationSessionsApi.remove,
    handler: async (request, reply) => {
      const { row, scope } = await openRound(request, request.params.annotationSessionId, 'owner')
      await edits.remove(scope, row)
      return reply.code(204).send(null)
    }
  })
}

import { isDeepStrictEqual } from 'node:util'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { annotationSessionsApi, type MatchLimits } from '../../../../shared/contracts/annotation-sessions.ts'
import type { Role } from '../../../../shared/contracts/projects.ts'
import { usualMatchLimits } from '../../../../shared/limits.ts'
import type { EventBus } from '../../events/bus.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import type { ProjectAccess } from '../../projects/access.ts'
import { recordActivity } from '../../projects/activity.ts'
import { projectEdits } from '../../projects/edit-project.ts'
import { requireRole, type Scope } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import { toBulkEdit } from '../review/bulk.ts'
import { refuseBlind } from './blind.ts'
import { enqueueGrouping, groupEndedRounds, requireIdle } from './grouping.ts'
import { markGroups } from './groups.ts'
import { newImages } from './images.ts'
import { everythingAgain, RoundNotEnded, roundRepository } from './repository.ts'
import { type RoundRow, stateAt } from './round-row.ts'

export interface RoundRoutes {
  db: Database
  access: ProjectAccess
  jobs: JobQueue
  events: EventBus
}

/** Blind annotation rounds: owners plan them, their members work without seeing each other's marks, and then agreement is looked at. */
// Long: the routes of one noun.
export const roundRoutes: FastifyPluginAsyncTypebox<RoundRoutes> = async (app, { db, access, jobs, events }) => {
  const editProject = projectEdits(db, events)
  const rounds = roundRepository(db, editProject)
  const groups = markGroups(db, editProject)

  /** @throws NotFound for a round of a project that the viewer may not see */
  async function permitted(request: FastifyRequest, roundId: string, atLeast: Role): Promise<{ row: RoundRow; scope: Scope }> {
    const row = await rounds.row(roundId)
    return { row, scope: await access.open(request, row.project_id, atLeast, 'The session') }
  }

  /**
   * A round whose marks the viewer may compare: everyone after its end, an owner who does not take part while it runs.
   * @throws RoundNotEnded
   * @throws WorkingBlind for who works blind in this project, in this round or another
   */
  async function comparable(request: FastifyRequest, roundId: string, atLeast: Role): Promise<{ row: RoundRow; scope: Scope }> {
    const found = await permitted(request, roundId, atLeast)
    refuseBlind(found.scope)
    const state = stateAt(found.row)
    if (state === 'planned' || (state === 'running' && found.scope.role !== 'owner')) throw new RoundNotEnded()
    return found
  }

  async function limitsOf(roundId: string): Promise<MatchLimits> {
    const row = await db.selectFrom('annotation_session_agreement').select('limits').where('session_id', '=', roundId).executeTakeFirst()
    return row ? JSON.parse(row.limits) : usualMatchLimits
  }

  app.route({
    ...annotationSessionsApi.list,
    handler: async request => {
      const { projectId, accountId } = await access.open(request, request.params.projectId, 'viewer')
      return { sessions: await rounds.list(projectId, accountId) }
    }
  })

  app.route({
    ...annotationSessionsApi.create,
    handler: async (request, reply) => {
      const scope = await access.open(request, request.params.projectId, 'owner')
      const id = await rounds.create(scope, request.body)
      return reply.code(201).send(await rounds.toContract(await rounds.row(id), scope.accountId))
    }
  })

  app.route({
    ...annotationSessionsApi.get,
    handler: async request => {
      const { row, scope } = await permitted(request, request.params.annotationSessionId, 'viewer')
      return rounds.toContract(row, scope.accountId)
    }
  })

  app.route({
    ...annotationSessionsApi.revise,
    handler: async request => {
      const { row, scope } = await permitted(request, request.params.annotationSessionId, 'owner')
      await rounds.revise(scope, row.id, request.body)
      return rounds.toContract(await rounds.row(row.id), scope.accountId)
    }
  })

  app.route({
    ...annotationSessionsApi.newImages,
    handler: async request => {
      const { row, scope } = await permitted(request, request.params.annotationSessionId, 'owner')
      if (stateAt(row) === 'ended') return { count: 0, leftOutCount: 0 }
      return newImages(db, scope, row)
    }
  })

  app.route({
    ...annotationSessionsApi.takeIn,
    handler: async request => {
      const { row, scope } = await permitted(request, request.params.annotationSessionId, 'owner')
      await rounds.takeIn(scope, row.id, request.body.revision)
      return rounds.toContract(await rounds.row(row.id), scope.accountId)
    }
  })

  app.route({
    ...annotationSessionsApi.end,
    handler: async request => {
      const { row, scope } = await permitted(request, request.params.annotationSessionId, 'owner')
      await rounds.end(row, scope.accountId)
      await groupEndedRounds({ db, jobs, events })
      events.publish(everythingAgain(scope))
      return rounds.toContract(await rounds.row(row.id), scope.accountId)
    }
  })

  app.route({
    ...annotationSessionsApi.remove,
    handler: async (request, reply) => {
      const { row, scope } = await permitted(request, request.params.annotationSessionId, 'owner')
      await rounds.remove(scope, row)
      return reply.code(204).send(null)
    }
  })

  app.route({
    ...annotationSessionsApi.compute,
    handler: async (request, reply) => {
      const { row: round, scope } = await comparable(request, request.params.annotationSessionId, 'editor')
      const { projectId, accountId } = scope
      const before = await limitsOf(round.id)
      const changed = !isDeepStrictEqual(before, request.body)
      if (changed) requireRole(scope, 'owner')
      const job = await editProject(scope, async ({ transaction, tell }) => {
        await requireIdle(transaction, round.id)
        if (changed) {
          const detail = { sessionId: round.id, name: round.name, before: limitWords(before), after: limitWords(request.body) }
          const event = 'annotation-session.limits.changed'
          await recordActivity(transaction, { projectId, actorId: accountId, event, detail })
        }
        const enqueued = await enqueueGrouping(transaction, jobs, round, { limits: JSON.stringify(request.body), accountId })
        tell({ type: 'job', job: enqueued })
        return enqueued
      })
      jobs.wake()
      return reply.code(202).send(job)
    }
  })

  app.route({
    ...annotationSessionsApi.agreement,
    handler: async request => {
      const { id } = (await comparable(request, request.params.annotationSessionId, 'viewer')).row
      const row = await db
        .selectFrom('annotation_session_agreement')
        .select(['result', 'job_id'])
        .where('session_id', '=', id)
        .executeTakeFirst()
      const job = row?.job_id ? await jobs.get(row.job_id) : null
      return { agreement: row?.result ? JSON.parse(row.result) : null, job, ...(await groups.openCounts(id)) }
    }
  })

  app.route({
    ...annotationSessionsApi.groups,
    handler: async request => groups.page((await comparable(request, request.params.annotationSessionId, 'viewer')).row.id, request.query)
  })

  app.route({
    ...annotationSessionsApi.settle,
    handler: async request => {
      const { row: round, scope } = await comparable(request, request.params.annotationSessionId, 'editor')
      if (stateAt(round) !== 'ended') throw new RoundNotEnded()
      const { row, changed } = await groups.settle(scope, round, request.params.groupId, request.body)
      return toBulkEdit(row, null, changed)
    }
  })

  app.route({
    ...annotationSessionsApi.settleAgreed,
    handler: async request => {
      const { row: round, scope } = await comparable(request, request.params.annotationSessionId, 'editor')
      if (stateAt(round) !== 'ended') throw new RoundNotEnded()
      const { row, settledCount } = await groups.settleAgreed(scope, round)
      const { agreedOpenCount } = await groups.openCounts(round.id)
      return { settledCount, leftCount: agreedOpenCount, bulk: row && toBulkEdit(row, null) }
    }
  })
}

const limitWords = ({ leastOverlap, mostDistancePx }: MatchLimits) => `${Math.round(leastOverlap * 100)} %, ${mostDistancePx} px`

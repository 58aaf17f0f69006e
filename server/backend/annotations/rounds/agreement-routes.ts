import { isDeepStrictEqual } from 'node:util'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { annotationSessionsApi, type MatchLimits } from '../../../../shared/contracts/annotation-sessions.ts'
import { usualMatchLimits } from '../../../../shared/limits.ts'
import { recordActivity } from '../../projects/activity.ts'
import { projectEdits } from '../../projects/edit-project.ts'
import { requireRole } from '../../projects/scope.ts'
import { toBulkEdit } from '../review/bulk.ts'
import { enqueueGrouping, requireIdle } from './grouping.ts'
import { markGroups } from './groups.ts'
import { roundAccess } from './open-round.ts'
import { RoundNotEnded } from './refusals.ts'
import { stateAt } from './round-row.ts'
import type { RoundRoutes } from './routes.ts'

/** Routes for the agreement of a round: its statistics, its groups of annotations, and their final labels. */
// Long: all routes for one resource.
export const agreementRoutes: FastifyPluginAsyncTypebox<RoundRoutes> = async (app, { db, access, jobs, events }) => {
  const editProject = projectEdits(db, events)
  const groups = markGroups(db, editProject)
  const { openToCompare } = roundAccess(db, access)

  async function limitsOf(roundId: string): Promise<MatchLimits> {
    const row = await db.selectFrom('annotation_session_agreement').select('limits').where('session_id', '=', roundId).executeTakeFirst()
    return row ? JSON.parse(row.limits) : usualMatchLimits
  }

  app.route({
    ...annotationSessionsApi.compute,
    handler: async (request, reply) => {
      const { row: round, scope } = await openToCompare(request, request.params.annotationSessionId, 'editor')
      const { projectId, accountId } = scope
      const before = await limitsOf(round.id)
      const changed = !isDeepStrictEqual(before, request.body)
      if (changed) requireRole(scope, 'owner')
      const job = await editProject(scope, async ({ transaction, publish }) => {
        await requireIdle(transaction, round.id)
        if (changed) {
          const detail = { sessionId: round.id, name: round.name, before: limitWords(before), after: limitWords(request.body) }
          const event = 'annotation-session.limits.changed'
          await recordActivity(transaction, { projectId, actorId: accountId, event, detail })
        }
        const enqueued = await enqueueGrouping(transaction, jobs, round, { limits: JSON.stringify(request.body), accountId })
        publish({ type: 'job', job: enqueued })
        return enqueued
      })
      jobs.wake()
      return reply.code(202).send(job)
    }
  })

  app.route({
    ...annotationSessionsApi.agreement,
    handler: async request => {
      const { id } = (await openToCompare(request, request.params.annotationSessionId, 'viewer')).row
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
    handler: async request =>
      groups.page((await openToCompare(request, request.params.annotationSessionId, 'viewer')).row.id, request.query)
  })

  app.route({
    ...annotationSessionsApi.settle,
    handler: async request => {
      const { row: round, scope } = await openToCompare(request, request.params.annotationSessionId, 'editor')
      if (stateAt(round) !== 'ended') throw new RoundNotEnded()
      const { row, changed } = await groups.settle(scope, round, request.params.groupId, request.body)
      return toBulkEdit(row, null, changed)
    }
  })

  app.route({
    ...annotationSessionsApi.settleAgreed,
    handler: async request => {
      const { row: round, scope } = await openToCompare(request, request.params.annotationSessionId, 'editor')
      if (stateAt(round) !== 'ended') throw new RoundNotEnded()
      const { row, settledCount } = await groups.settleAgreed(scope, round)
      const { agreedOpenCount } = await groups.openCounts(round.id)
      return { settledCount, leftCount: agreedOpenCount, bulk: row && toBulkEdit(row, null) }
    }
  })
}

const limitWords = ({ leastOverlap, mostDistancePx }: MatchLimits) => `${Math.round(leastOverlap * 100)} %, ${mostDistancePx} px`

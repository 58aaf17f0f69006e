import { isDeepStrictEqual } from 'node:util'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { annotationSessionsApi, type MatchLimits } from '../../../../shared/contracts/annotation-sessions.ts'
import type { Role } from '../../../../shared/contracts/projects.ts'
import { usualMatchLimits } from '../../../../shared/limits.ts'
import { timestamp } from '../../../lib/clock.ts'
import { NotFound } from '../../../lib/errors.ts'
import type { EventBus } from '../../events/bus.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import type { ProjectAccess } from '../../projects/access.ts'
import { recordActivity } from '../../projects/activity.ts'
import type { Database } from '../../storage/database.ts'
import { viewerOf } from '../../viewer.ts'
import { toBulkEdit } from '../review/bulk.ts'
import { refuseBlind } from './blind.ts'
import { enqueueGrouping, groupEndedSessions, requireIdle } from './grouping.ts'
import { markGroups } from './groups.ts'
import { newImages } from './images.ts'
import { SessionNotEnded, type SessionRow, sessionRepository, stateAt } from './repository.ts'

export interface SessionRoutes {
  db: Database
  access: ProjectAccess
  jobs: JobQueue
  events: EventBus
}

/** Blind annotation sessions: owners plan them, their members work without seeing each other's marks, and then agreement is looked at. */
export const sessionRoutes: FastifyPluginAsyncTypebox<SessionRoutes> = async (app, { db, access, jobs, events }) => {
  const sessions = sessionRepository(db)
  const groups = markGroups(db)

  /** Pages read everything again: what is hidden from whom changes. */
  const tell = (projectId: string) => events.publish({ type: 'changed', noun: 'annotations', projectId })

  /** @throws NotFound for a session of a project that the viewer may not see */
  async function permitted(request: FastifyRequest, sessionId: string, atLeast: Role): Promise<SessionRow> {
    const row = await sessions.row(sessionId)
    if (!(await access.roleOf(viewerOf(request), row.project_id))) throw new NotFound('The session')
    await access.require(viewerOf(request), row.project_id, atLeast)
    return row
  }

  /**
   * A session whose marks the viewer may compare: everyone after its end, an owner who does not take part while it runs.
   * @throws SessionNotEnded
   * @throws WorkingBlind for who works blind in this project, in this session or another
   */
  async function comparable(request: FastifyRequest, sessionId: string, atLeast: Role): Promise<SessionRow> {
    const row = await permitted(request, sessionId, atLeast)
    refuseBlind(await access.blind(viewerOf(request), row.project_id))
    const state = stateAt(row)
    const isOwner = (await access.roleOf(viewerOf(request), row.project_id)) === 'owner'
    if (state === 'planned' || (state === 'running' && !isOwner)) throw new SessionNotEnded()
    return row
  }

  async function limitsOf(sessionId: string): Promise<MatchLimits> {
    const row = await db.selectFrom('annotation_session_agreement').select('limits').where('session_id', '=', sessionId).executeTakeFirst()
    return row ? JSON.parse(row.limits) : usualMatchLimits
  }

  app.route({
    ...annotationSessionsApi.list,
    handler: async request => {
      const { projectId } = request.params
      await access.require(viewerOf(request), projectId, 'viewer')
      return { sessions: await sessions.list(projectId, viewerOf(request).accountId) }
    }
  })

  app.route({
    ...annotationSessionsApi.create,
    handler: async (request, reply) => {
      const { projectId } = request.params
      const { accountId } = viewerOf(request)
      await access.require(viewerOf(request), projectId, 'owner')
      const id = await sessions.create(projectId, accountId, request.body, await access.blind(viewerOf(request), projectId))
      tell(projectId)
      return reply.code(201).send(await sessions.toSession(await sessions.row(id), accountId))
    }
  })

  app.route({
    ...annotationSessionsApi.get,
    handler: async request => {
      const row = await permitted(request, request.params.annotationSessionId, 'viewer')
      return sessions.toSession(row, viewerOf(request).accountId)
    }
  })

  app.route({
    ...annotationSessionsApi.revise,
    handler: async request => {
      const { id, project_id: projectId } = await permitted(request, request.params.annotationSessionId, 'owner')
      const { accountId } = viewerOf(request)
      await sessions.revise(id, accountId, request.body)
      tell(projectId)
      return sessions.toSession(await sessions.row(id), accountId)
    }
  })

  app.route({
    ...annotationSessionsApi.newImages,
    handler: async request => {
      const row = await permitted(request, request.params.annotationSessionId, 'owner')
      if (stateAt(row) === 'ended') return { count: 0, leftOutCount: 0 }
      return newImages(db, row, await access.blind(viewerOf(request), row.project_id))
    }
  })

  app.route({
    ...annotationSessionsApi.takeIn,
    handler: async request => {
      const { id, project_id: projectId } = await permitted(request, request.params.annotationSessionId, 'owner')
      await sessions.takeIn(id, request.body.revision, await access.blind(viewerOf(request), projectId))
      tell(projectId)
      return sessions.toSession(await sessions.row(id), viewerOf(request).accountId)
    }
  })

  app.route({
    ...annotationSessionsApi.end,
    handler: async request => {
      const row = await permitted(request, request.params.annotationSessionId, 'owner')
      await sessions.end(row, viewerOf(request).accountId)
      await groupEndedSessions({ db, jobs, events })
      tell(row.project_id)
      return sessions.toSession(await sessions.row(row.id), viewerOf(request).accountId)
    }
  })

  app.route({
    ...annotationSessionsApi.remove,
    handler: async (request, reply) => {
      const row = await permitted(request, request.params.annotationSessionId, 'owner')
      await sessions.remove(row, viewerOf(request).accountId)
      tell(row.project_id)
      return reply.code(204).send(null)
    }
  })

  app.route({
    ...annotationSessionsApi.compute,
    handler: async (request, reply) => {
      const session = await comparable(request, request.params.annotationSessionId, 'editor')
      const { accountId } = viewerOf(request)
      const before = await limitsOf(session.id)
      const changed = !isDeepStrictEqual(before, request.body)
      if (changed) await access.require(viewerOf(request), session.project_id, 'owner')
      const job = await db.transaction().execute(async transaction => {
        await transaction.updateTable('project').set({ modified_at: timestamp() }).where('id', '=', session.project_id).execute()
        await requireIdle(transaction, session.id)
        if (changed) {
          const detail = { sessionId: session.id, name: session.name, before: limitWords(before), after: limitWords(request.body) }
          const event = 'annotation-session.limits.changed'
          await recordActivity(transaction, { projectId: session.project_id, actorId: accountId, event, detail })
        }
        return enqueueGrouping(transaction, jobs, session, { limits: JSON.stringify(request.body), accountId })
      })
      jobs.wake()
      events.publish({ type: 'job', job })
      return reply.code(202).send(job)
    }
  })

  app.route({
    ...annotationSessionsApi.agreement,
    handler: async request => {
      const { id } = await comparable(request, request.params.annotationSessionId, 'viewer')
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
    handler: async request => groups.page((await comparable(request, request.params.annotationSessionId, 'viewer')).id, request.query)
  })

  app.route({
    ...annotationSessionsApi.settle,
    handler: async request => {
      const session = await comparable(request, request.params.annotationSessionId, 'editor')
      const { accountId } = viewerOf(request)
      if (stateAt(session) !== 'ended') throw new SessionNotEnded()
      const { row, mediaId, changed } = await groups.settle(session, request.params.groupId, accountId, request.body)
      events.publish({ type: 'changed', noun: 'annotations', projectId: session.project_id, mediaId, by: accountId })
      return toBulkEdit(row, null, changed)
    }
  })

  app.route({
    ...annotationSessionsApi.settleAgreed,
    handler: async request => {
      const session = await comparable(request, request.params.annotationSessionId, 'editor')
      const { accountId } = viewerOf(request)
      if (stateAt(session) !== 'ended') throw new SessionNotEnded()
      const { row, settledCount, mediaIds } = await groups.settleAgreed(session, accountId)
      for (const mediaId of mediaIds)
        events.publish({ type: 'changed', noun: 'annotations', projectId: session.project_id, mediaId, by: accountId })
      const { agreedOpenCount } = await groups.openCounts(session.id)
      return { settledCount, leftCount: agreedOpenCount, bulk: row && toBulkEdit(row, null) }
    }
  })
}

const limitWords = ({ leastOverlap, mostDistancePx }: MatchLimits) => `${Math.round(leastOverlap * 100)} %, ${mostDistancePx} px`

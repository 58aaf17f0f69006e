import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type SamplePlan, samplingApi } from '../../../shared/contracts/sampling.ts'
import { NotFound } from '../../lib/errors.ts'
import type { EventBus } from '../events/bus.ts'
import type { JobQueue } from '../jobs/queue.ts'
import { scopeOfMedia } from '../media/scope-of-media.ts'
import type { ProjectAccess } from '../projects/access.ts'
import { projectEdits } from '../projects/edit-project.ts'
import type { Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { requirePlan } from './draw-points.ts'
import { takeOwnPoints } from './own-points.ts'
import { readFilter } from './review/read-filter.ts'
import { isRoundImage, refuseBlind } from './rounds/blind.ts'
import { sampleRepository } from './samples.ts'
import { countSampled, sampleJob, sampleStep } from './samples-of-many.ts'

export interface SampleRoutes {
  db: Database
  access: ProjectAccess
  jobs: JobQueue
  events: EventBus
}

/** Routes for sample points, which measure percent cover. Points are drawn on, or removed from, given images or all images that match a filter. */
// Long: all routes for one resource.
export const sampleRoutes: FastifyPluginAsyncTypebox<SampleRoutes> = async (app, { db, access, jobs, events }) => {
  const editProject = projectEdits(db, events)
  const samples = sampleRepository(db, editProject)
  const ofMedia = scopeOfMedia(db, access)

  app.route({
    ...samplingApi.draw,
    handler: async request => {
      const { mediaIds, plan } = request.body
      const scope = await access.open(request, request.params.projectId, 'editor')
      const { blind } = scope
      const { drawn, left } = await samples.draw(scope, mediaIds, plan)
      if (blind) for (const mediaId of drawn) await takeOwnPoints(db, mediaId, blind)
      const shown = await Promise.all((blind ? mediaIds : drawn).map(id => samples.ofMedia(scope, id)))
      return { samples: shown.flat(), left }
    }
  })

  app.route({
    ...samplingApi.ofMedia,
    handler: async request => {
      const { mediaId } = request.params
      return { samples: await samples.ofMedia(await ofMedia(request, mediaId, 'viewer'), mediaId) }
    }
  })

  app.route({
    ...samplingApi.takeOwnPoints,
    handler: async request => {
      const { mediaId } = request.params
      const scope = await ofMedia(request, mediaId, 'editor')
      if (scope.blind) await takeOwnPoints(db, mediaId, scope.blind)
      return { samples: await samples.ofMedia(scope, mediaId) }
    }
  })

  app.route({
    ...samplingApi.remove,
    handler: async (request, reply) => {
      const sample = await samples.find(request.params.sampleId)
      if (!sample) throw new NotFound('The sample')
      const scope = await access.open(request, sample.project_id, 'editor', 'The sample')
      if (await isRoundImage(db, scope, sample.media_id)) refuseBlind(scope)
      await samples.remove(scope, sample)
      return reply.code(204).send(null)
    }
  })

  app.route({
    ...samplingApi.count,
    handler: async request => {
      const scope = await access.open(request, request.params.projectId, 'viewer')
      const filter = await readFilter(db, scope, request.query.filter, { path: '/filter', statusCode: 400 })
      return countSampled(db, scope, filter)
    }
  })

  /** Processes the first batch immediately and leaves the rest to a job. */
  async function onAll(scope: Scope, filter: string, plan: SamplePlan | null) {
    const { projectId, accountId } = scope
    const conditions = await readFilter(db, scope, filter, { path: '/filter', statusCode: 422 })
    if (plan) requirePlan(plan)
    const work = { projectId, accountId, filter, plan }
    const step = await sampleStep(db, editProject, { ...work, filter: conditions })
    const subject = plan ? 'Drawing sample points' : 'Removing sample points'
    const job = step.next
      ? await db
          .transaction()
          .execute(transaction =>
            jobs.enqueue(transaction, { kind: sampleJob, projectId, subject, payload: { ...work, plan: plan && JSON.stringify(plan) } })
          )
      : null
    if (job) jobs.wake()
    return { ...(await countSampled(db, scope, conditions)), job }
  }

  app.route({
    ...samplingApi.drawOnAll,
    handler: async (request, reply) => {
      const run = await onAll(await access.open(request, request.params.projectId, 'editor'), request.body.filter, request.body.plan)
      return reply.code(run.job ? 202 : 200).send(run)
    }
  })

  app.route({
    ...samplingApi.removeFromAll,
    handler: async (request, reply) => {
      const run = await onAll(await access.open(request, request.params.projectId, 'editor'), request.body.filter, null)
      return reply.code(run.job ? 202 : 200).send(run)
    }
  })
}

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type SamplePlan, samplingApi } from '../../../shared/contracts/sampling.ts'
import { NotFound } from '../../lib/errors.ts'
import type { EventBus } from '../events/bus.ts'
import { depthsAsShown } from '../generalisations/depth-filter.ts'
import type { JobQueue } from '../jobs/queue.ts'
import { projectOfMedia } from '../media/project-of-media.ts'
import type { ProjectAccess } from '../projects/access.ts'
import type { Database } from '../storage/database.ts'
import { type Viewer, viewerOf } from '../viewer.ts'
import { filterOf } from './review/read-filter.ts'
import { requirePlan, sampleRepository } from './samples.ts'
import { countSampled, sampleJob, sampleStep, tellSampled } from './samples-of-many.ts'
import { isSessionImage, refuseBlind } from './sessions/blind.ts'

export interface SampleRoutes {
  db: Database
  access: ProjectAccess
  jobs: JobQueue
  events: EventBus
}

/** Points for percent cover: drawn on some images or on all that a filter means, and taken away again. */
export const sampleRoutes: FastifyPluginAsyncTypebox<SampleRoutes> = async (app, { db, access, jobs, events }) => {
  const samples = sampleRepository(db)
  const permittedProject = projectOfMedia(db, access)

  app.route({
    ...samplingApi.draw,
    handler: async request => {
      const { projectId } = request.params
      const { mediaIds, plan } = request.body
      await access.require(viewerOf(request), projectId, 'editor')
      const drawn = await samples.draw(projectId, viewerOf(request).accountId, mediaIds, plan)
      const by = viewerOf(request).accountId
      for (const { mediaId } of drawn.samples) events.publish({ type: 'changed', noun: 'annotations', projectId, mediaId, by })
      const blind = await access.blind(viewerOf(request), projectId)
      if (blind) for (const { mediaId } of drawn.samples) await samples.takeOwnPoints(mediaId, blind)
      return blind ? { ...drawn, samples: (await Promise.all(mediaIds.map(id => samples.ofMedia(id, blind)))).flat() } : drawn
    }
  })

  app.route({
    ...samplingApi.ofMedia,
    handler: async request => {
      const { mediaId } = request.params
      const blind = await access.blind(viewerOf(request), await permittedProject(viewerOf(request), mediaId, 'viewer'))
      return { samples: await samples.ofMedia(mediaId, blind) }
    }
  })

  app.route({
    ...samplingApi.takeOwnPoints,
    handler: async request => {
      const { mediaId } = request.params
      const blind = await access.blind(viewerOf(request), await permittedProject(viewerOf(request), mediaId, 'editor'))
      if (blind) await samples.takeOwnPoints(mediaId, blind)
      return { samples: await samples.ofMedia(mediaId, blind) }
    }
  })

  app.route({
    ...samplingApi.remove,
    handler: async (request, reply) => {
      const sample = await samples.find(request.params.sampleId)
      if (!sample || !(await access.roleOf(viewerOf(request), sample.project_id))) throw new NotFound('The sample')
      await access.require(viewerOf(request), sample.project_id, 'editor')
      const blind = await access.blind(viewerOf(request), sample.project_id)
      if (await isSessionImage(db, blind, sample.media_id)) refuseBlind(blind)
      await samples.remove(sample, viewerOf(request).accountId)
      events.publish({ type: 'changed', noun: 'annotations', projectId: sample.project_id })
      return reply.code(204).send(null)
    }
  })

  app.route({
    ...samplingApi.count,
    handler: async request => {
      const { projectId } = request.params
      await access.require(viewerOf(request), projectId, 'viewer')
      const filter = await depthsAsShown(
        db,
        projectId,
        await access.placeViewer(viewerOf(request), projectId),
        filterOf(request.query.filter, '/filter', 400)
      )
      return countSampled(db, projectId, filter, await access.blind(viewerOf(request), projectId))
    }
  })

  /** Does the first part at once and leaves the rest to a job. */
  async function onAll(viewer: Viewer, projectId: string, filter: string, plan: SamplePlan | null) {
    await access.require(viewer, projectId, 'editor')
    const meant = filterOf(filter, '/filter', 422)
    if (plan) requirePlan(plan)
    const work = { projectId, accountId: viewer.accountId, filter, plan }
    const step = await sampleStep(db, work)
    tellSampled(events, work, step)
    const subject = plan ? 'Points on many images' : 'Taking points of many images away'
    const job = step.next
      ? await db
          .transaction()
          .execute(transaction =>
            jobs.enqueue(transaction, { kind: sampleJob, projectId, subject, payload: { ...work, plan: plan && JSON.stringify(plan) } })
          )
      : null
    if (job) jobs.wake()
    return { ...(await countSampled(db, projectId, meant, await access.blind(viewer, projectId))), job }
  }

  app.route({
    ...samplingApi.drawOnAll,
    handler: async (request, reply) => {
      const run = await onAll(viewerOf(request), request.params.projectId, request.body.filter, request.body.plan)
      return reply.code(run.job ? 202 : 200).send(run)
    }
  })

  app.route({
    ...samplingApi.removeFromAll,
    handler: async (request, reply) => {
      const run = await onAll(viewerOf(request), request.params.projectId, request.body.filter, null)
      return reply.code(run.job ? 202 : 200).send(run)
    }
  })
}

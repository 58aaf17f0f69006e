import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { type Job, jobsApi } from '../../../shared/contracts/jobs.ts'
import type { Role } from '../../../shared/contracts/projects.ts'
import { codedError } from '../../lib/coded-error.ts'
import { NotFound } from '../../lib/errors.ts'
import { jobAsSeenBlind, jobsOfOthers } from '../annotations/sessions/blind.ts'
import type { ProjectAccess } from '../projects/access.ts'
import { viewerOf } from '../viewer.ts'
import type { JobQueue } from './queue.ts'

const NotRunning = codedError('JOB_ENDED')
const NotEnded = codedError('JOB_NOT_FAILED')

export interface JobRoutesOptions {
  jobs: JobQueue
  access: ProjectAccess
}

/** Work behind the projects. A job is seen by who sees its project, and steered by its editors. */
export const jobRoutes: FastifyPluginAsyncTypebox<JobRoutesOptions> = async (app, { jobs, access }) => {
  /** @throws NotFound for a job of a project that the viewer may not see, or of none */
  async function permitted(request: FastifyRequest, jobId: string, atLeast: Role): Promise<Job> {
    const job = await jobs.get(jobId)
    if (!job?.projectId || !(await access.roleOf(viewerOf(request), job.projectId))) throw new NotFound('The job')
    await access.require(viewerOf(request), job.projectId, atLeast)
    if (jobsOfOthers.includes(job.kind) && (await access.blind(viewerOf(request), job.projectId))) throw new NotFound('The job')
    return job
  }

  const asSeen = async (request: FastifyRequest, job: Job): Promise<Job> =>
    job.projectId === null ? job : jobAsSeenBlind(job, await access.blind(viewerOf(request), job.projectId))

  app.route({
    ...jobsApi.list,
    handler: async request => {
      const { projectId } = request.params
      await access.require(viewerOf(request), projectId, 'viewer')
      const blind = await access.blind(viewerOf(request), projectId)
      const page = await jobs.list(projectId, request.query, blind ? jobsOfOthers : [])
      return { ...page, items: page.items.map(job => jobAsSeenBlind(job, blind)) }
    }
  })

  app.route({
    ...jobsApi.get,
    handler: async request => asSeen(request, await permitted(request, request.params.jobId, 'viewer'))
  })

  app.route({
    ...jobsApi.cancel,
    handler: async request => {
      await permitted(request, request.params.jobId, 'editor')
      const cancelled = await jobs.cancel(request.params.jobId)
      if (!cancelled) throw new NotRunning()
      return asSeen(request, cancelled)
    }
  })

  app.route({
    ...jobsApi.retry,
    handler: async request => {
      await permitted(request, request.params.jobId, 'editor')
      const again = await jobs.retry(request.params.jobId)
      if (!again) throw new NotEnded()
      return asSeen(request, again)
    }
  })
}

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { type Job, jobsApi } from '../../../shared/contracts/jobs.ts'
import type { Role } from '../../../shared/contracts/projects.ts'
import { codedError } from '../../lib/coded-error.ts'
import { NotFound } from '../../lib/errors.ts'
import { jobAsSeenBlind, jobsOfOthers } from '../annotations/sessions/blind.ts'
import type { ProjectAccess } from '../projects/access.ts'
import type { Scope } from '../projects/scope.ts'
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
  async function permitted(request: FastifyRequest, jobId: string, atLeast: Role): Promise<{ job: Job; scope: Scope }> {
    const job = await jobs.get(jobId)
    if (!job?.projectId) throw new NotFound('The job')
    const scope = await access.open(request, job.projectId, atLeast, 'The job')
    if (scope.blind && jobsOfOthers.includes(job.kind)) throw new NotFound('The job')
    return { job, scope }
  }

  app.route({
    ...jobsApi.list,
    handler: async request => {
      const scope = await access.open(request, request.params.projectId, 'viewer')
      const page = await jobs.list(scope.projectId, request.query, scope.blind ? jobsOfOthers : [])
      return { ...page, items: page.items.map(job => jobAsSeenBlind(job, scope)) }
    }
  })

  app.route({
    ...jobsApi.get,
    handler: async request => {
      const { job, scope } = await permitted(request, request.params.jobId, 'viewer')
      return jobAsSeenBlind(job, scope)
    }
  })

  app.route({
    ...jobsApi.cancel,
    handler: async request => {
      const { scope } = await permitted(request, request.params.jobId, 'editor')
      const cancelled = await jobs.cancel(request.params.jobId)
      if (!cancelled) throw new NotRunning()
      return jobAsSeenBlind(cancelled, scope)
    }
  })

  app.route({
    ...jobsApi.retry,
    handler: async request => {
      const { scope } = await permitted(request, request.params.jobId, 'editor')
      const again = await jobs.retry(request.params.jobId)
      if (!again) throw new NotEnded()
      return jobAsSeenBlind(again, scope)
    }
  })
}

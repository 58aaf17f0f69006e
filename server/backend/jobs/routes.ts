import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { type Job, jobsApi } from '../../../shared/contracts/jobs.ts'
import { jobCodes } from '../../../shared/error-codes/jobs.ts'
import { codedError } from '../../lib/coded-error.ts'
import { NotFound } from '../../lib/errors.ts'
import type { ProjectAccess } from '../projects/access.ts'
import type { Scope } from '../projects/scope.ts'
import { jobAsSeen, kindsSeen } from './as-seen.ts'
import type { JobKinds, RightServices } from './kinds.ts'
import type { JobQueue } from './queue.ts'

export const NotRunning = codedError(jobCodes.JOB_ENDED)
export const NotEnded = codedError(jobCodes.JOB_NOT_FAILED)

export interface JobRoutesOptions extends RightServices {
  jobs: JobQueue
  jobKinds: JobKinds
  access: ProjectAccess
}

/** Routes for the jobs of a project. Members can see them, and editors can cancel and retry them. */
export const jobRoutes: FastifyPluginAsyncTypebox<JobRoutesOptions> = async (app, { jobs, jobKinds, access, db, models }) => {
  /** Returns a job as shown to the viewer. @throws NotFound if the job is hidden from the viewer */
  function asSeen(job: Job, scope: Scope): Job {
    const seen = jobAsSeen(jobKinds, job, scope)
    if (!seen) throw new NotFound('The job')
    return seen
  }

  /** Reads a job and opens its project, to read or change the job. @throws NotFound for a hidden job or one without a project @throws RoleNeeded */
  async function permitted(request: FastifyRequest, jobId: string, { toChange = false } = {}): Promise<{ job: Job; scope: Scope }> {
    const job = await jobs.get(jobId)
    if (!job?.projectId) throw new NotFound('The job')
    const kind = jobKinds[job.kind]
    const scope = await access.open(request, job.projectId, toChange ? (kind?.changedBy ?? 'editor') : 'viewer', 'The job')
    const seen = asSeen(job, scope)
    if (toChange) await kind?.requireRight?.({ db, models }, scope)
    return { job: seen, scope }
  }

  app.route({
    ...jobsApi.list,
    handler: async request => {
      const scope = await access.open(request, request.params.projectId, 'viewer')
      const page = await jobs.list(scope.projectId, request.query, kindsSeen(jobKinds, scope))
      return { ...page, items: page.items.map(job => asSeen(job, scope)) }
    }
  })

  app.route({
    ...jobsApi.get,
    handler: async request => {
      const { job } = await permitted(request, request.params.jobId)
      return job
    }
  })

  app.route({
    ...jobsApi.cancel,
    handler: async request => {
      const { scope } = await permitted(request, request.params.jobId, { toChange: true })
      const cancelled = await jobs.cancel(request.params.jobId)
      if (!cancelled) throw new NotRunning()
      return asSeen(cancelled, scope)
    }
  })

  app.route({
    ...jobsApi.retry,
    handler: async request => {
      const { scope } = await permitted(request, request.params.jobId, { toChange: true })
      const again = await jobs.retry(request.params.jobId)
      if (!again) throw new NotEnded()
      return asSeen(again, scope)
    }
  })
}

import { type Static, Type } from 'typebox'
import { Id, Nullable, Page, PageQuery, Problem, Timestamp } from './common.ts'
import { contract } from './contract.ts'

export const JobState = Type.Enum(['waiting', 'running', 'done', 'failed', 'cancelled'])

export type Job = Static<typeof Job>
export const Job = Type.Object({
  id: Id,
  kind: Type.String({ description: 'e.g. media.derive' }),
  projectId: Nullable(Id),
  subject: Nullable(Type.String({ description: 'subject of the job, as readable text' })),
  state: JobState,
  done: Type.Integer({ minimum: 0, description: 'number of completed steps' }),
  total: Nullable(Type.Integer({ minimum: 0, description: 'total number of steps, if known' })),
  failure: Nullable(Type.String()),
  createdAt: Timestamp,
  finishedAt: Nullable(Timestamp)
})

const JobParams = Type.Object({ jobId: Id })

export const jobsApi = {
  list: contract({
    method: 'GET',
    url: '/projects/:projectId/jobs',
    summary: 'Jobs of a project, newest first',
    schema: { params: Type.Object({ projectId: Id }), querystring: PageQuery, response: { 200: Page(Job), 404: Problem } }
  }),
  get: contract({
    method: 'GET',
    url: '/jobs/:jobId',
    summary: 'One job',
    schema: { params: JobParams, response: { 200: Job, 404: Problem } }
  }),
  cancel: contract({
    method: 'POST',
    url: '/jobs/:jobId/cancel',
    summary: 'Cancel a waiting or running job',
    schema: { params: JobParams, response: { 200: Job, 403: Problem, 404: Problem, 409: Problem } }
  }),
  retry: contract({
    method: 'POST',
    url: '/jobs/:jobId/retry',
    summary: 'Run a failed or cancelled job again',
    schema: { params: JobParams, response: { 200: Job, 403: Problem, 404: Problem, 409: Problem } }
  })
}

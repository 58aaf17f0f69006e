import type { FastifyBaseLogger } from 'fastify'
import type { JobEnd } from '../../lib/job-end.ts'
import { HopelessJob } from './queue.ts'

/** One try of a job. */
export interface JobTry {
  id: string
  kind: string
  project_id: string | null
  attempts: number
}

export interface JobWatch {
  started(job: JobTry): void
  /** Called when a try ends. @param error cause of the end, unless the job succeeded */
  ended(job: JobTry, end: Omit<JobEnd, 'kind'>, error?: unknown): void
}

/** Logs the start and end of each try, omitting user-supplied names. Ends are also passed to `onEnd`, for metrics. */
export function jobWatch(log: FastifyBaseLogger, onEnd: (end: JobEnd) => void): JobWatch {
  const named = ({ id, kind, project_id: projectId, attempts }: JobTry) => ({ jobId: id, kind, projectId, attempt: attempts })
  return {
    started(job) {
      log.info(named(job), 'job started')
    },
    ended(job, end, error) {
      onEnd({ kind: job.kind, ...end })
      const line = { ...named(job), ...end }
      const isFailure = end.outcome === 'failed' || end.outcome === 'postponed'
      // The input is at fault. The message is for project members, and may name a member's file, so the message is not logged.
      if (error instanceof HopelessJob) log.info(line, 'job failed')
      else if (isFailure) log.error({ ...line, err: error }, 'job failed')
      else log.info(line, 'job ended')
    }
  }
}

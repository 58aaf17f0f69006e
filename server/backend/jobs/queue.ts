import type { Static } from 'typebox'
import type { PageQuery } from '../../../shared/contracts/common.ts'
import type { Job } from '../../../shared/contracts/jobs.ts'
import type { Database } from '../storage/database.ts'

export interface JobRequest {
  /** Kind of its handler, e.g. `media.derive`. */
  kind: string
  projectId: string | null
  /** Subject of the job, for people. */
  subject: string | null
  payload: Record<string, string | number | boolean | null>
}

export interface JobContext {
  payload: JobRequest['payload']
  /** Number of this try, unique among the tries of the job. */
  attempt: number
  /** Signal that aborts when a person cancels the job, another worker takes it, or the server stops. */
  signal: AbortSignal
  /** True when the job will not be retried after a failure. */
  lastTry: boolean
  /** Reports the progress; cheap to call often. */
  progress(done: number, total: number | null): Promise<void>
  /** Locks the job for this try until the transaction ends, so that only one worker writes. @throws JobLost */
  hold(transaction: Database): Promise<void>
}

/**
 * Runs one job. It must be idempotent, because it may run twice for the same job after a crash.
 * @throws HopelessJob when another try cannot help. After any other error, the job is retried with growing pauses.
 */
export type JobHandler = (context: JobContext) => Promise<void>
export type JobHandlers = Record<string, JobHandler>

/** Failure that recurs with the same input, with a message for people. */
export class HopelessJob extends Error {}

/** Error of a try that has lost its job to another worker, or whose job is gone. */
export class JobLost extends Error {}

/** Tries of a job before it counts as failed. */
export const jobAttempts = 5
/** Pause before the next try in milliseconds: 2 s, 4 s, 8 s, … at most 5 minutes. */
export const retryPauseMs = (attempts: number) => Math.min(300_000, 1000 * 2 ** attempts)

export interface JobQueue {
  /** Adds a job in the caller's transaction, so that it exists only if the transaction commits. Call `wake` after the commit. */
  enqueue(transaction: Database, request: JobRequest): Promise<Job>
  /** Starts waiting jobs at once instead of after the next interval. */
  wake(): void
  get(jobId: string): Promise<Job | null>
  /** Lists the jobs of a project, newest first. @param kinds kinds to list; all when absent */
  list(projectId: string, page: Static<typeof PageQuery>, kinds?: readonly string[]): Promise<{ items: Job[]; nextCursor: string | null }>
  /** @returns null when the job is neither waiting nor running */
  cancel(jobId: string): Promise<Job | null>
  /** Like `retry`, in the caller's transaction. Publish the job and call `wake` after the commit. */
  retryIn(transaction: Database, jobId: string): Promise<Job | null>
  /** @returns null when the job is neither failed nor cancelled */
  retry(jobId: string): Promise<Job | null>
  /** Starts running jobs, including those that a dead process left running. */
  start(handlers: JobHandlers): Promise<void>
  /** Returns running jobs to the queue and stops. */
  stop(): Promise<void>
}

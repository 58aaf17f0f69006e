import type { Static } from 'typebox'
import type { PageQuery } from '../../../shared/contracts/common.ts'
import type { Job } from '../../../shared/contracts/jobs.ts'
import type { Database } from '../storage/database.ts'
import type { ListedKinds } from './kinds.ts'

export interface JobRequest {
  /** Job kind, which selects the handler, e.g. `media.derive`. */
  kind: string
  projectId: string | null
  /** Subject of the job, as displayed to people; null without one. */
  subject: string | null
  payload: Record<string, string | number | boolean | null>
}

export interface JobContext {
  payload: JobRequest['payload']
  /** Number of this try, unique within the job. */
  attempt: number
  /** Aborts when a person cancels the job, another worker takes it or the server stops. */
  signal: AbortSignal
  /** Whether this is the last try: the job is not retried if it fails. */
  lastTry: boolean
  /** Reports progress. Throttled, so frequent calls are cheap. */
  progress(done: number, total: number | null): Promise<void>
  /** Locks the job for this try until the transaction ends, so that no other worker can write. @throws JobLost */
  hold(transaction: Database): Promise<void>
}

/**
 * Runs one job. A handler must be idempotent, because a job may run again after a crash.
 * @throws HopelessJob when retrying is pointless, and WaitingJob to continue later. After any other error, the job is retried with increasing pauses.
 */
export type JobHandler = (context: JobContext) => Promise<void>
export type JobHandlers = Record<string, JobHandler>

/** Failure that would recur with the same input. Its message is displayed to people. */
export class HopelessJob extends Error {}

/**
 * End of a try that waits for something else, such as another service. During the pause, the job holds no worker. The job then runs again, and
 * neither this try nor the earlier ones count.
 */
export class WaitingJob extends Error {
  readonly pauseMs: number

  constructor(sentence: string, pauseMs: number) {
    super(sentence)
    this.pauseMs = pauseMs
  }
}

/** Error of a try that has lost its job to another worker, or whose job no longer exists. */
export class JobLost extends Error {}

/** Default number of tries before a job counts as failed. */
export const jobAttempts = 5
/** Returns the default pause before the next try, in milliseconds: 2 s, 4 s, 8 s, … up to 5 minutes. */
export const retryPauseMs = (attempts: number) => Math.min(300_000, 1000 * 2 ** attempts)

export interface JobQueue {
  /** Adds a job in the caller's transaction, so the job exists only if the transaction commits. Call `wake` after the commit. */
  enqueue(transaction: Database, request: JobRequest): Promise<Job>
  /** Starts waiting jobs immediately rather than at the next poll. */
  wake(): void
  get(jobId: string): Promise<Job | null>
  /** Lists the jobs of a project, newest first. */
  list(projectId: string, page: Static<typeof PageQuery>, kinds: ListedKinds): Promise<{ items: Job[]; nextCursor: string | null }>
  /** Cancels a job. @returns null when it is neither waiting nor running */
  cancel(jobId: string): Promise<Job | null>
  /** Like `retry`, but in the caller's transaction. Publish the job and call `wake` after the commit. */
  retryIn(transaction: Database, jobId: string): Promise<Job | null>
  /** Retries a job. @returns null when it is neither failed nor cancelled */
  retry(jobId: string): Promise<Job | null>
  /** Starts processing jobs, including those left running by a dead process. */
  start(handlers: JobHandlers): Promise<void>
  /** Stops processing and returns running jobs to the queue. */
  stop(): Promise<void>
}

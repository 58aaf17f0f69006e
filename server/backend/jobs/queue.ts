import type { Static } from 'typebox'
import type { PageQuery } from '../../../shared/contracts/common.ts'
import type { Job } from '../../../shared/contracts/jobs.ts'
import type { Database } from '../storage/database.ts'

export interface JobRequest {
  /** Which handler does it, e.g. `media.derive`. */
  kind: string
  projectId: string | null
  /** What it works on, in words, for people. */
  subject: string | null
  payload: Record<string, string | number | boolean | null>
}

export interface JobContext {
  payload: JobRequest['payload']
  /** Number of this try; no other try of the job has it. */
  attempt: number
  /** Aborted when someone cancels the job, another worker takes it, or the server stops. */
  signal: AbortSignal
  /** True when a failure will not be tried again. */
  lastTry: boolean
  /** Tells how far the work is; cheap to call often. */
  progress(done: number, total: number | null): Promise<void>
  /** Keeps the job for this try until the transaction ends: what it writes is the work of one worker. @throws JobLost */
  hold(transaction: Database): Promise<void>
}

/**
 * Does one job. It may run twice for the same job, after a crash, and must do no harm then.
 * @throws HopelessJob when another try cannot help; any other error is tried again with growing pauses
 */
export type JobHandler = (context: JobContext) => Promise<void>
export type JobHandlers = Record<string, JobHandler>

/** A failure that the same input will always give, told in a sentence for people. */
export class HopelessJob extends Error {}

/** Another worker has the job, or nobody has it any more. */
export class JobLost extends Error {}

/** How often a job is tried before it counts as failed. */
export const jobAttempts = 5
/** Pause before the next try in milliseconds: 2 s, 4 s, 8 s, … at most 5 minutes. */
export const retryPauseMs = (attempts: number) => Math.min(300_000, 1000 * 2 ** attempts)

export interface JobQueue {
  /** Adds a job in the caller's transaction: it exists when, and only when, that commits. Call `wake` after the commit. */
  enqueue(transaction: Database, request: JobRequest): Promise<Job>
  /** Lets workers look at once instead of at their next round. */
  wake(): void
  get(jobId: string): Promise<Job | null>
  /** Newest first. @param kinds the only ones to list; absent: all */
  list(projectId: string, page: Static<typeof PageQuery>, kinds?: readonly string[]): Promise<{ items: Job[]; nextCursor: string | null }>
  /** @returns null when the job is neither waiting nor running */
  cancel(jobId: string): Promise<Job | null>
  /** @returns null when the job is neither failed nor cancelled */
  retry(jobId: string): Promise<Job | null>
  /** Begins to work; takes up what a dead process left running. */
  start(handlers: JobHandlers): Promise<void>
  /** Gives running jobs back to the queue and ends. */
  stop(): Promise<void>
}

/**
 * Outcome of one attempt of a job. `postponed`: the attempt failed and will be retried. `paused`: the job waits for
 * something else and continues later; the attempt does not count. `stopped`: the server shut down, and the job returned
 * to the queue; the attempt does not count. `lost`: another worker took over the job, or the job ended without this attempt.
 */
export type JobOutcome = 'done' | 'failed' | 'postponed' | 'paused' | 'cancelled' | 'stopped' | 'lost'

/** End of a job attempt, as the backend reports it for metrics. */
export interface JobEnd {
  kind: string
  outcome: JobOutcome
  durationMs: number
}

/** Event map of the job-end emitter. */
export type JobEnds = { end: [JobEnd] }

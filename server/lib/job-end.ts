/**
 * Outcome of one attempt of a job. `postponed`: the attempt failed and is retried. `stopped`: the server stops, and the job returns to the
 * queue without counting the attempt. `lost`: another worker took the job, or the job ended without this attempt.
 */
export type JobOutcome = 'done' | 'failed' | 'postponed' | 'cancelled' | 'stopped' | 'lost'

/** End of a job attempt, as the backend reports it for metrics. */
export interface JobEnd {
  kind: string
  outcome: JobOutcome
  durationMs: number
}

/** Event map of the emitter of job ends. */
export type JobEnds = { end: [JobEnd] }

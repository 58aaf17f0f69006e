/**
 * End of one attempt of a job. `postponed`: it failed and is retried. `stopped`: the server stops, and the job returns to the queue without
 * counting the attempt. `lost`: another worker took the job, or it ended without this attempt.
 */
export type JobOutcome = 'done' | 'failed' | 'postponed' | 'cancelled' | 'stopped' | 'lost'

/** The end of a job as the backend reports it for metrics. */
export interface JobEnd {
  kind: string
  outcome: JobOutcome
  durationMs: number
}

/** Events of an emitter. */
export type JobEnds = { end: [JobEnd] }

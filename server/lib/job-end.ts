/**
 * How one try of a job ended. `postponed`: it failed and is tried again. `stopped`: the server stops, and the job goes back to the
 * queue without counting as tried.
 */
export type JobOutcome = 'done' | 'failed' | 'postponed' | 'cancelled' | 'stopped'

/** The end of a job as the backend reports it for metrics. */
export interface JobEnd {
  kind: string
  outcome: JobOutcome
  durationMs: number
}

/** Events of an emitter. */
export type JobEnds = { end: [JobEnd] }

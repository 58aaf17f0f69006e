/**
 * How one try of a job ended. `postponed`: it failed and is tried again. `stopped`: the server stops, and the job goes back to the
 * queue without counting as tried. `lost`: another worker took the job, or it ended without this try.
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

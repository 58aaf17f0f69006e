/**
 * Group of jobs that only wait for each other. `light`: jobs whose progress a person watches. `pictures`: thumbnails and tiles. `exchange`: files
 * with annotations. `outside`: data from other services, which mostly wait for responses. `analysis`: models, which take all of a processor.
 */
export type Lane = 'light' | 'pictures' | 'exchange' | 'outside' | 'analysis'

/** Settings of a kind of job: its tries, and its visibility in blind sessions. */
export interface JobKind {
  lane: Lane
  /** Number of tries before a job counts as failed. Absent: 5. */
  attempts?: number
  /** Pause before the next try in milliseconds. Absent: 2 s, 4 s, 8 s, … at most 5 minutes. */
  pauseMs?(attempts: number): number
  /**
   * Visibility to members of a running blind session. Absent: hidden. `outcome`: everything except progress and failures, which hint at the
   * annotations of others.
   */
  blind?: 'outcome' | 'everything'
}

export type JobKinds = Record<string, JobKind>

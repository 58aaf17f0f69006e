/**
 * Jobs of one lane wait for each other and for no other lane. `light`: work whose progress a person watches. `pictures`: thumbnails and
 * tiles. `exchange`: files with annotations. `outside`: data from other services, which mostly waits for their answers.
 */
export type Lane = 'light' | 'pictures' | 'exchange' | 'outside'

/** How jobs of a kind are tried, and what is known of them. */
export interface JobKind {
  lane: Lane
  /** How often it is tried before it counts as failed. Absent: 5. */
  attempts?: number
  /** Pause before the next try in milliseconds. Absent: 2 s, 4 s, 8 s, … at most 5 minutes. */
  pauseMs?(attempts: number): number
  /**
   * What members of a running blind session get of it. Absent: nothing, not even that there is one. `outcome`: everything but progress and
   * reasons, which hint at the marks of others.
   */
  blind?: 'outcome' | 'everything'
}

export type JobKinds = Record<string, JobKind>

import { availableParallelism } from 'node:os'
import type { JobKinds, Lane } from './kinds.ts'

/** Maximum number of jobs per lane that one process runs concurrently. */
export const lanePlaces: Record<Lane, number> = {
  light: 2,
  pictures: Math.max(1, availableParallelism() - 1),
  exchange: 1,
  outside: 2,
  downloads: 1,
  analysis: 1,
  interactive: 1
}

export const lanes = Object.keys(lanePlaces) as Lane[]

/** Returns the lane of a job kind. Undeclared kinds go to the light lane, where their jobs fail. */
export const laneOf = (kinds: JobKinds, kind: string): Lane => kinds[kind]?.lane ?? 'light'

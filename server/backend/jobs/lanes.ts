import { availableParallelism } from 'node:os'
import type { JobKinds, Lane } from './kinds.ts'

/** Number of jobs of each lane that one process runs at the same time. */
export const lanePlaces: Record<Lane, number> = {
  light: 2,
  pictures: Math.max(1, availableParallelism() - 1),
  exchange: 1,
  outside: 2,
  analysis: 1
}

export const lanes = Object.keys(lanePlaces) as Lane[]

/** Lane of a kind. An undeclared kind goes to the light lane, where its jobs fail. */
export const laneOf = (kinds: JobKinds, kind: string): Lane => kinds[kind]?.lane ?? 'light'

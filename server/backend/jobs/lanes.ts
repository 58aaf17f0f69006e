import { availableParallelism } from 'node:os'
import type { JobKinds, Lane } from './kinds.ts'

/** Jobs of each lane that one process works on at the same time. */
export const lanePlaces: Record<Lane, number> = { light: 2, pictures: Math.max(1, availableParallelism() - 1), exchange: 1, outside: 2 }

export const lanes = Object.keys(lanePlaces) as Lane[]

/** A kind that nobody declared waits in the light lane, where its jobs fail. */
export const laneOf = (kinds: JobKinds, kind: string): Lane => kinds[kind]?.lane ?? 'light'

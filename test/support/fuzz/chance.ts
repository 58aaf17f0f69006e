import { randomInteger, seededGenerator } from '../../../shared/sampling/seeded-random.ts'

export type Chance = ReturnType<typeof chance>

/** Draws random values that a seed reproduces. */
export function chance(seed: string) {
  const next = seededGenerator(seed)
  const below = (limit: number) => randomInteger(next, limit)
  return {
    /** A whole number from 0 to `limit` − 1. */
    below,
    one: <T>(list: readonly T[]): T => list[below(list.length)] as T,
    /** True with this percentage. */
    in100: (times: number) => below(100) < times
  }
}

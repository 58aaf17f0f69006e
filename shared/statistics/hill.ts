import { requireCount } from './tally.ts'

/**
 * Hill number of order q: number of equally common taxa that would be as diverse. (Σ p^q)^(1/(1 − q)), for q = 1 its limit exp(−Σ p ln p).
 * Order 0 is the richness, 2 the inverse Simpson index, and Infinity 1/(largest p). The Hill number never increases as q grows. Null without
 * counts.
 * Source: Hill 1973, doi:10.2307/1934352.
 * @throws RangeError for a negative order, or a count that is not a whole number of 0 or more
 */
export function hillNumber(counts: Iterable<number>, order: number): number | null {
  if (!(order >= 0)) throw new RangeError(`A Hill number has no order ${order}`)
  const present: number[] = []
  let total = 0
  for (const count of counts) {
    requireCount(count)
    if (count > 0) present.push(count)
    total += count
  }
  if (total === 0) return null
  if (order === Infinity) return total / present.reduce((most, count) => Math.max(most, count))
  if (order === 1) return Math.exp(-present.reduce((sum, count) => sum + (count / total) * Math.log(count / total), 0))
  return present.reduce((sum, count) => sum + (count / total) ** order, 0) ** (1 / (1 - order))
}

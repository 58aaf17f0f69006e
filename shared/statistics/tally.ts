/**
 * Sums of a sample for the indices of diversity, computed in one pass: the counts themselves need not be kept.
 * n is the count of one taxon; taxa with n = 0 are not there.
 */
export interface Tally {
  /** Σ n: individuals, or incidences when n counts the samples with the taxon. */
  total: number
  /** Taxa with n > 0. */
  richness: number
  /** Taxa with n = 1. */
  singletons: number
  /** Taxa with n = 2. */
  doubletons: number
  /** Σ n². */
  squares: number
  /** Σ n ln n. */
  logarithms: number
}

/**
 * One pass over the counts per taxon: `[12, 3, 1]`, `map.values()` or a typed array. Nothing counted gives a tally of zeros.
 *
 * Counts are of individuals (or of samples). Cover, biomass and the MaxN of several clips are not: do not pass them.
 * Mixed ranks (a genus beside its species) inflate the richness: roll up or leave out first.
 * @throws RangeError for a count that is not a whole number of 0 or more
 */
export function tallyOf(counts: Iterable<number>): Tally {
  const tally = { total: 0, richness: 0, singletons: 0, doubletons: 0, squares: 0, logarithms: 0 }
  for (const count of counts) {
    requireCount(count)
    if (count === 0) continue
    tally.total += count
    tally.richness += 1
    if (count === 1) tally.singletons += 1
    if (count === 2) tally.doubletons += 1
    tally.squares += count ** 2
    tally.logarithms += count * Math.log(count)
  }
  return tally
}

/** @throws RangeError for anything but a whole number of 0 or more */
export function requireCount(count: number): void {
  if (!(Number.isSafeInteger(count) && count >= 0)) throw new RangeError(`${count} is not a count of individuals`)
}

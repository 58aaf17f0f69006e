/**
 * Sums of a sample for diversity indices, computed in one pass, so that the counts need not be kept. n is the count of one taxon. Taxa with n
 * = 0 are ignored.
 */
export interface Tally {
  /** Σ n: individuals, or incidences when n is the number of samples with the taxon. */
  total: number
  /** Number of taxa with n > 0. */
  richness: number
  /** Number of taxa with n = 1. */
  singletons: number
  /** Number of taxa with n = 2. */
  doubletons: number
  /** Σ n². */
  squares: number
  /** Σ n ln n. */
  logarithms: number
}

/**
 * Sums up the counts per taxon, in one pass over `[12, 3, 1]`, `map.values()` or a typed array. All sums are 0 without counts.
 *
 * Counts are numbers of individuals (or of samples). Cover, biomass and the MaxN of several clips are not counts: do not pass them. Mixed
 * ranks (a genus and its species) inflate the richness: roll them up or leave them out first.
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

/** Requires a count. @throws RangeError for anything but a whole number of 0 or more */
export function requireCount(count: number): void {
  if (!(Number.isSafeInteger(count) && count >= 0)) throw new RangeError(`${count} is not a count of individuals`)
}

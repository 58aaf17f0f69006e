export interface Mean {
  n: number
  mean: number
  /** Standard deviation of the values, with n − 1; null for one value. */
  standardDeviation: number | null
  /** Standard error of the mean, standardDeviation/√n; null for one value. */
  standardError: number | null
}

/**
 * Mean with its standard error, in one pass. Null without values.
 * Source: Welford 1962, doi:10.1080/00401706.1962.10490022.
 * @throws RangeError for a value that is not a finite number
 */
export function meanOf(values: Iterable<number>): Mean | null {
  let [n, mean, squares] = [0, 0, 0]
  for (const value of values) {
    if (!Number.isFinite(value)) throw new RangeError(`${value} is not a finite number, so there is no mean`)
    n += 1
    const before = value - mean
    mean += before / n
    squares += before * (value - mean)
  }
  if (n === 0) return null
  const standardDeviation = n < 2 ? null : Math.sqrt(squares / (n - 1))
  return { n, mean, standardDeviation, standardError: standardDeviation === null ? null : standardDeviation / Math.sqrt(n) }
}

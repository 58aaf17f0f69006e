/** z of a two-sided 95 % interval. */
const z = 1.959963984540054

export type Interval = { low: number; high: number }

/**
 * Wilson's score interval (95 %) of a share: `hits` of `n` points or checks.
 * Source: Wilson 1927, doi:10.1080/01621459.1927.10502953.
 * @throws RangeError when `n` is not positive or `hits` lies outside 0–n
 */
export function wilsonInterval(hits: number, n: number): Interval {
  if (!(n > 0) || hits < 0 || hits > n) throw new RangeError(`${hits} of ${n} is not a share`)
  const share = hits / n
  const divisor = 1 + z ** 2 / n
  const centre = (share + z ** 2 / (2 * n)) / divisor
  const half = (z * Math.sqrt((share * (1 - share)) / n + z ** 2 / (4 * n ** 2))) / divisor
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) }
}

/** Quantile z of a two-sided 95 % interval of the normal distribution. */
export const z95 = 1.959963984540054

export interface Interval {
  low: number
  high: number
}

/**
 * Wilson's score interval of a share: `hits` of `n` independent points or checks. `z` is that of 95 % by default.
 *
 * Centre (p + z²/2n)/(1 + z²/n), half-width z·√(p(1 − p)/n + z²/4n²)/(1 + z²/n), with p = hits/n. The interval lies within 0–1, even for hits
 * of 0 and n.
 * Source: Wilson 1927, doi:10.1080/01621459.1927.10502953.
 * @throws RangeError when `n` is not positive or `hits` lies outside 0–n
 */
export function wilsonInterval(hits: number, n: number, z = z95): Interval {
  if (!(n > 0 && hits >= 0 && hits <= n)) throw new RangeError(`${hits} of ${n} is not a share`)
  const share = hits / n
  const divisor = 1 + z ** 2 / n
  const centre = (share + z ** 2 / (2 * n)) / divisor
  const half = (z * Math.sqrt((share * (1 - share)) / n + z ** 2 / (4 * n ** 2))) / divisor
  return { low: hits === 0 ? 0 : Math.max(0, centre - half), high: hits === n ? 1 : Math.min(1, centre + half) }
}

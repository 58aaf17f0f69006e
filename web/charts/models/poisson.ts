import type { Interval } from '../../../shared/statistics/wilson.ts'

const z = 1.959963984540054

/**
 * 95 % confidence interval for the mean of a Poisson count, by Byar's approximation to the exact limits.
 * The approximation is good for counts of about 5 and more.
 * Source: Breslow & Day 1987, Statistical methods in cancer research II, IARC.
 */
export function countInterval(count: number): Interval {
  const limit = (n: number, sign: number) => n * (1 - 1 / (9 * n) + (sign * z) / (3 * Math.sqrt(n))) ** 3
  return { low: count > 0 ? limit(count, -1) : 0, high: limit(count + 1, 1) }
}

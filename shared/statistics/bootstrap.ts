import { randomInteger, seededGenerator } from '../sampling/seeded-random.ts'
import { meanOf } from './mean.ts'
import { quantile } from './quantile.ts'
import type { Interval } from './wilson.ts'

export interface BootstrapRatio extends Interval {
  /** Ratio of the original sums: Σ numerators / Σ denominators. */
  ratio: number
  /** Standard deviation of the replicates. */
  standardError: number
}

/**
 * Ratio of sums with a 95 % percentile interval: density as Σ individuals / Σ m², or cover as Σ hits / Σ points. Whole units (images, or
 * preferably transects) are drawn with replacement. Points or animals within a unit may depend on each other, but units must not. Replicates
 * whose denominators add up to 0 are drawn again. The same seed yields the same interval on every platform. Null with fewer than two units,
 * or when the denominators add up to 0. The cost is units × replicates.
 * Source: Efron 1979, doi:10.1214/aos/1176344552; quantiles by linear interpolation (Hyndman & Fan 1996, type 7).
 * @throws RangeError when the lists differ in length, a value is not finite, a denominator is negative, or replicates are below 2
 */
export function bootstrapRatio(
  numerators: ArrayLike<number>,
  denominators: ArrayLike<number>,
  { seed, replicates = 1000 }: { seed: string; replicates?: number }
): BootstrapRatio | null {
  const units = numerators.length
  if (denominators.length !== units) throw new RangeError(`${units} numerators do not match ${denominators.length} denominators`)
  if (!(Number.isInteger(replicates) && replicates >= 2)) throw new RangeError(`An interval needs at least 2 replicates, not ${replicates}`)
  let [above, below] = [0, 0]
  for (let unit = 0; unit < units; unit++) {
    const [numerator, denominator] = [numerators[unit] ?? Number.NaN, denominators[unit] ?? Number.NaN]
    if (!(Number.isFinite(numerator) && Number.isFinite(denominator) && denominator >= 0))
      throw new RangeError(`${numerator} of ${denominator} is not a ratio`)
    above += numerator
    below += denominator
  }
  if (units < 2 || below === 0) return null
  const next = seededGenerator(seed)
  const ratios = new Float64Array(replicates)
  for (let replicate = 0; replicate < replicates; ) {
    let [drawnAbove, drawnBelow] = [0, 0]
    for (let draw = 0; draw < units; draw++) {
      const unit = randomInteger(next, units)
      drawnAbove += numerators[unit] ?? 0
      drawnBelow += denominators[unit] ?? 0
    }
    if (drawnBelow > 0) ratios[replicate++] = drawnAbove / drawnBelow
  }
  ratios.sort()
  const standardError = meanOf(ratios)?.standardDeviation ?? 0
  return { ratio: above / below, standardError, low: quantile(ratios, 0.025), high: quantile(ratios, 0.975) }
}

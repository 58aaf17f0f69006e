import { chaoRichness } from './chao.ts'
import { absenceProbability, type CurvePoint, countClasses, curveSizes, interpolate } from './interpolation.ts'
import { tallyOf } from './tally.ts'

/**
 * Expected number of taxa among `size` individuals drawn at random from the sample: E[S_m] = Σ (1 − C(N − n, m)/C(N, m)). `size` is 0 to N.
 * The result is 0 for size 0, 1 for size 1, and the richness for size N. Null without counts.
 * Source: Hurlbert 1971, doi:10.2307/1934145.
 * @throws RangeError when `size` is not a whole number of 0–N, or a count not a whole number of 0 or more
 */
export function rarefy(counts: Iterable<number>, size: number): number | null {
  const classes = countClasses(counts)
  const total = individualsOf(classes)
  if (total === 0) return null
  requireSize(size, total)
  let expected = 0
  for (const [held, taxa] of classes) expected += taxa * (1 - absenceProbability(total, held, size))
  return expected
}

/**
 * Individual-based rarefaction curve: {@link rarefy} at each of `sizes`. The standard deviation uses Chao1 (with the factor (N − 1)/N) as the
 * richness of the community. Label the axis "individuals", because a sample-based curve differs. Empty without counts. About one hundred
 * sizes by default.
 * Source: Colwell et al. 2012, doi:10.1093/jpe/rtr044.
 * @throws RangeError when a size is not a whole number of 0–N, or a count not a whole number of 0 or more
 */
export function rarefactionCurve(counts: Iterable<number>, sizes?: readonly number[]): CurvePoint[] {
  const kept = [...counts]
  const tally = tallyOf(kept)
  if (tally.total === 0) return []
  const classes = countClasses(kept)
  const richness = chaoRichness(tally, { form: 'classic', drawn: tally.total })
  return (sizes ?? curveSizes(tally.total)).map(size => {
    requireSize(size, tally.total)
    return interpolate(classes, tally.total, size, richness?.estimate ?? null)
  })
}

function individualsOf(classes: ReadonlyMap<number, number>): number {
  let total = 0
  for (const [held, taxa] of classes) total += held * taxa
  return total
}

function requireSize(size: number, total: number): void {
  if (!(Number.isInteger(size) && size >= 0 && size <= total)) throw new RangeError(`${size} cannot be drawn from ${total} individuals`)
}

import { logChoose } from './log-factorial.ts'
import { requireCount } from './tally.ts'

/** Point of a curve of taxa against effort. */
export interface CurvePoint {
  /** Number of individuals or samples drawn. */
  size: number
  /** Expected number of taxa among them. */
  expected: number
  /** Standard deviation over other draws from the same community; null without an estimate of the richness. */
  standardDeviation: number | null
}

/** Maximum number of factors to multiply exactly. Beyond it, logarithms of factorials are used (relative error about 1e-8 at 10⁶). */
const mostFactors = 64

/**
 * Probability that a taxon with `held` of `total` individuals or samples is absent from `drawn` of them. Drawing is without replacement:
 * C(total − held, drawn)/C(total, drawn). All are whole numbers from 0 to `total`.
 * Source: Hurlbert 1971, doi:10.2307/1934145.
 */
export function absenceProbability(total: number, held: number, drawn: number): number {
  const [fewer, more] = held < drawn ? [held, drawn] : [drawn, held]
  if (fewer + more > total) return 0
  if (fewer > mostFactors) return Math.exp(logChoose(total - more, fewer) - logChoose(total, fewer))
  let chance = 1
  for (let at = 0; at < fewer; at++) chance *= (total - more - at) / (total - at)
  return chance
}

/** Number of taxa with each count. Even a million taxa have few different counts. @throws RangeError for a value that is not a count */
export function countClasses(counts: Iterable<number>): Map<number, number> {
  const classes = new Map<number, number>()
  for (const count of counts) {
    requireCount(count)
    if (count > 0) classes.set(count, (classes.get(count) ?? 0) + 1)
  }
  return classes
}

/**
 * Expected number of taxa in a smaller draw: E = Σ (1 − α) over the taxa, with α from {@link absenceProbability}. Its variance is Σ (1 − α)²
 * − E²/`richness`. `richness` is an estimate of the number of all taxa, seen or not. The variance stays above 0 at the full draw as long as taxa
 * are unseen.
 * Source: Colwell, Mao & Chang 2004, doi:10.1890/03-0557; Colwell et al. 2012, doi:10.1093/jpe/rtr044.
 */
export function interpolate(classes: ReadonlyMap<number, number>, total: number, size: number, richness: number | null): CurvePoint {
  let expected = 0
  let squares = 0
  for (const [held, taxa] of classes) {
    const presence = 1 - absenceProbability(total, held, size)
    expected += taxa * presence
    squares += taxa * presence ** 2
  }
  const standardDeviation = richness === null ? null : Math.sqrt(Math.max(0, squares - expected ** 2 / richness))
  return { size, expected, standardDeviation }
}

/** Whole numbers from 1 to `most`: all of them, or `points` evenly spaced ones including both ends. Empty for `most` = 0. */
export function curveSizes(most: number, points = 100): number[] {
  if (most <= points) return Array.from({ length: most }, (_, index) => index + 1)
  return Array.from({ length: points }, (_, index) => Math.round(1 + ((most - 1) * index) / (points - 1)))
}

import type { Tally } from './tally.ts'
import { type Interval, z95 } from './wilson.ts'

export interface RichnessEstimate extends Interval {
  /** Lower bound of the number of taxa, seen or not. */
  estimate: number
  standardError: number
}

export interface ChaoOptions {
  /** Form of the estimator; `classic` falls back to `biasCorrected` without doubletons. */
  form?: 'biasCorrected' | 'classic'
  /** Number of individuals (Chao1) or samples (Chao2) drawn. If given, the factor (drawn − 1)/drawn is applied. */
  drawn?: number
}

/**
 * Chao's lower bound of the number of taxa, with a 95 % interval. It is Chao1 for counts of individuals, and Chao2 for numbers of samples
 * with each taxon.
 *
 * Bias-corrected S + k·f1(f1 − 1)/(2(f2 + 1)), classic S + k·f1²/(2 f2); f1 singletons, f2 doubletons, k = 1 or (drawn − 1)/drawn. The
 * interval is log-normal above S: S + T/K to S + T·K with T = estimate − S, K = exp(z·√ln(1 + variance/T²)). Where T = 0 (fewer than two
 * singletons), it is S/(1 − P) ± z·√(S·P/(1 − P)) with P = exp(−n/S), but not below S. Null without counts, because an empty sample gives no
 * information on the richness.
 * Source: Chao 1984 and 1987, doi:10.2307/2531532; Colwell et al. 2012, doi:10.1093/jpe/rtr044; variances and intervals as in the EstimateS
 * User's Guide, appendix B, equations 5–8, 13 and 14.
 * @throws RangeError when `drawn` is below 1
 */
export function chaoRichness(tally: Tally, { form = 'biasCorrected', drawn }: ChaoOptions = {}): RichnessEstimate | null {
  const { total, richness: s, singletons: f1, doubletons: f2 } = tally
  if (drawn !== undefined && !(drawn >= 1))
    throw new RangeError(`The number of individuals or samples drawn must be at least 1, but is ${drawn}`)
  if (s === 0) return null
  const k = drawn === undefined ? 1 : (drawn - 1) / drawn
  const isClassic = form === 'classic' && f2 > 0
  const unseen = isClassic ? (k * f1 ** 2) / (2 * f2) : (k * f1 * (f1 - 1)) / (2 * (f2 + 1))
  const estimate = s + unseen
  if (!(unseen > 0)) return { estimate, ...withoutUnseen(s, total) }
  const variance = isClassic ? classicVariance(f1, f2, k) : correctedVariance(f1, f2, k, estimate)
  const spread = Math.exp(z95 * Math.sqrt(Math.log1p(variance / unseen ** 2)))
  return { estimate, standardError: Math.sqrt(variance), low: s + unseen / spread, high: s + unseen * spread }
}

function classicVariance(f1: number, f2: number, k: number): number {
  const ratio = f1 / f2
  return f2 * ((k * ratio ** 2) / 2 + k ** 2 * ratio ** 3 + (k ** 2 * ratio ** 4) / 4)
}

function correctedVariance(f1: number, f2: number, k: number, estimate: number): number {
  const next = f2 + 1
  const common = (k * f1 * (f1 - 1)) / (2 * next) + (k ** 2 * f1 * (2 * f1 - 1) ** 2) / (4 * next ** 2)
  if (f2 === 0) return common - (k ** 2 * f1 ** 4) / (4 * estimate)
  return common + (k ** 2 * f1 ** 2 * f2 * (f1 - 1) ** 2) / (4 * next ** 4)
}

function withoutUnseen(s: number, total: number): Interval & { standardError: number } {
  const missed = Math.exp(-total / s)
  const centre = s / (1 - missed)
  const half = z95 * Math.sqrt((s * missed) / (1 - missed))
  return { standardError: Math.sqrt(s * missed * (1 - missed)), low: Math.max(s, centre - half), high: centre + half }
}

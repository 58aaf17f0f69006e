import type { Tally } from './tally.ts'

export interface SampleCoverage {
  /** Good's coverage 1 − f1/N. Source: Good 1953, doi:10.1093/biomet/40.3-4.237. */
  good: number
  /**
   * Chao and Jost's coverage: 1 − (f1/N)·(N − 1)f1/((N − 1)f1 + 2 f2). Without doubletons: 1 − (f1/N)·(N − 1)(f1 − 1)/((N − 1)(f1 − 1) + 2).
   * Null for N = 1.
   * Source: Chao & Jost 2012, doi:10.1890/11-1952.1.
   */
  chaoJost: number | null
}

/**
 * Sample coverage, the completeness of a sample: share of the community's individuals that belong to taxa in the sample, 0–1. N individuals,
 * f1 singletons, f2 doubletons. Null without counts.
 */
export function sampleCoverage({ total, singletons, doubletons }: Tally): SampleCoverage | null {
  if (total === 0) return null
  const rare = singletons / total
  if (total === 1) return { good: 0, chaoJost: null }
  if (singletons === 0) return { good: 1, chaoJost: 1 }
  const [once, twice] = doubletons > 0 ? [singletons, doubletons] : [singletons - 1, 1]
  return { good: 1 - rare, chaoJost: 1 - (rare * (total - 1) * once) / ((total - 1) * once + 2 * twice) }
}

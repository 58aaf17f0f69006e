import type { Tally } from './tally.ts'

/** Diversity indices of a sample. Null: the index is undefined for this sample, which differs from 0. */
export interface Diversity {
  /** N, number of individuals. */
  individuals: number
  /** S, number of observed taxa. */
  richness: number
  /** H' = −Σ p ln p, base e, 0 to ln S. Source: Shannon 1948, doi:10.1002/j.1538-7305.1948.tb01338.x. */
  shannon: number | null
  /** exp H', 1 to S: number of equally common taxa that would give this H' (Hill number of order 1). */
  expShannon: number | null
  /** 1 − Σ p², 0 to 1 − 1/S (Gini–Simpson). Source: Simpson 1949, doi:10.1038/163688a0. */
  simpson: number | null
  /** 1/Σ p², 1 to S (Hill number of order 2). */
  inverseSimpson: number | null
  /** 1 − Σ n(n − 1)/(N(N − 1)), 0–1: probability that two individuals drawn without replacement belong to different taxa. Null for N < 2. */
  unbiasedSimpson: number | null
  /** J' = H'/ln S, 0–1. Null for S < 2. Source: Pielou 1966, doi:10.1016/0022-5193(66)90013-0. */
  pielou: number | null
}

/** Diversity indices from the counts of individuals per taxon, p = n/N. With one taxon, H' and Simpson are 0, and evenness is undefined. */
export function diversity({ total, richness, squares, logarithms }: Tally): Diversity {
  const base = { individuals: total, richness }
  if (total === 0)
    return { ...base, shannon: null, expShannon: null, simpson: null, inverseSimpson: null, unbiasedSimpson: null, pielou: null }
  const shannon = richness === 1 ? 0 : Math.max(0, Math.log(total) - logarithms / total)
  return {
    ...base,
    shannon,
    expShannon: Math.exp(shannon),
    simpson: 1 - squares / total ** 2,
    inverseSimpson: total ** 2 / squares,
    unbiasedSimpson: total < 2 ? null : 1 - (squares - total) / (total * (total - 1)),
    pielou: richness < 2 ? null : shannon / Math.log(richness)
  }
}

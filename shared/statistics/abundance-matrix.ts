import { requireCount } from './tally.ts'

export interface AbundanceRow {
  site: string
  /** Taxon; null: the site was examined, but this row contains no taxon. */
  taxon: string | null
  count: number
}

/**
 * Matrix of sites × taxa, both in the order of their first row. Only counts above 0 are stored, so memory grows with the rows, not with sites
 * × taxa.
 */
export interface AbundanceMatrix {
  sites: string[]
  taxa: string[]
  /** Counts above 0 by site, then by taxon. An absent taxon has 0 at that site. */
  counts: Map<string, Map<string, number>>
}

/**
 * Builds a matrix of counts. Rows of the same site and taxon are added up. A site where nothing was found is a row of zeros and part of the effort.
 * @throws RangeError when a count is not a whole number of 0 or more
 */
export function abundanceMatrix(rows: Iterable<AbundanceRow>): AbundanceMatrix {
  const counts = new Map<string, Map<string, number>>()
  const taxa = new Set<string>()
  for (const { site, taxon, count } of rows) {
    requireCount(count)
    const ofSite = counts.get(site) ?? new Map<string, number>()
    counts.set(site, ofSite)
    if (taxon === null || count === 0) continue
    taxa.add(taxon)
    ofSite.set(taxon, (ofSite.get(taxon) ?? 0) + count)
  }
  return { sites: [...counts.keys()], taxa: [...taxa], counts }
}

/** Counts of one site in the order of `taxa`, including zeros; all zeros for an unknown site. */
export function siteCounts({ taxa, counts }: AbundanceMatrix, site: string): Float64Array {
  const ofSite = counts.get(site)
  return Float64Array.from(taxa, taxon => ofSite?.get(taxon) ?? 0)
}

/** Number of individuals of each taxon over all sites, for diversity indices and individual-based rarefaction. */
export function taxonTotals(matrix: AbundanceMatrix): Map<string, number> {
  return sumOver(matrix, count => count)
}

/** Number of sites with each taxon, for the accumulation curve and Chao2. */
export function taxonIncidences(matrix: AbundanceMatrix): Map<string, number> {
  return sumOver(matrix, () => 1)
}

function sumOver({ taxa, counts }: AbundanceMatrix, worth: (count: number) => number): Map<string, number> {
  const sums = new Map(taxa.map(taxon => [taxon, 0]))
  for (const ofSite of counts.values()) for (const [taxon, count] of ofSite) sums.set(taxon, (sums.get(taxon) ?? 0) + worth(count))
  return sums
}

import { requireCount } from './tally.ts'

export interface AbundanceRow {
  site: string
  /** null: the site was looked at, and this row found nothing. */
  taxon: string | null
  count: number
}

/** Sites × taxa, both in the order of their first row. Only what was seen is held: a hundred thousand images cost their rows. */
export interface AbundanceMatrix {
  sites: string[]
  taxa: string[]
  /** By site, then by taxon; a taxon that is missing has 0 there. Counts above 0 only. */
  counts: Map<string, Map<string, number>>
}

/**
 * Rows of the same site and taxon add up. A site of which nothing was counted is a row of zeros and part of the effort.
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

/** The counts of one site in the order of `taxa`, zeros written out; zeros alone for a site that is not there. */
export function siteCounts({ taxa, counts }: AbundanceMatrix, site: string): Float64Array {
  const ofSite = counts.get(site)
  return Float64Array.from(taxa, taxon => ofSite?.get(taxon) ?? 0)
}

/** Individuals of each taxon over all sites: what indices and individual-based rarefaction take. */
export function taxonTotals(matrix: AbundanceMatrix): Map<string, number> {
  return sumOver(matrix, count => count)
}

/** Sites that hold each taxon: what the accumulation curve and Chao2 take. */
export function taxonIncidences(matrix: AbundanceMatrix): Map<string, number> {
  return sumOver(matrix, () => 1)
}

function sumOver({ taxa, counts }: AbundanceMatrix, worth: (count: number) => number): Map<string, number> {
  const sums = new Map(taxa.map(taxon => [taxon, 0]))
  for (const ofSite of counts.values()) for (const [taxon, count] of ofSite) sums.set(taxon, (sums.get(taxon) ?? 0) + worth(count))
  return sums
}

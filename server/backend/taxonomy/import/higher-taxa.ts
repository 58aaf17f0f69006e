import type { CatalogIndex } from './catalog-index.ts'
import type { GivenLabel } from './given.ts'

/** Higher taxa of a row, as far as the catalog has them. */
export interface HigherTaxa {
  /** Label of the lowest one in the catalog; null for the top. */
  deepest: string | null
  /** Those below it, the highest first. */
  missing: GivenLabel['above']
}

/** Follows the higher taxa of a row down through the catalog. */
export function knownHigherTaxa(catalog: CatalogIndex, above: string | null, taxa: GivenLabel['above']): HigherTaxa {
  let deepest = above
  for (const [index, { name, rank }] of taxa.entries()) {
    const found = catalog.at(deepest, name) ?? only(catalog.named(name).filter(each => each.taxonRank === rank && !each.isOpen))
    if (!found) return { deepest, missing: taxa.slice(index) }
    deepest = found.id
  }
  return { deepest, missing: [] }
}

const only = <T>(all: readonly T[]): T | undefined => (all.length === 1 ? all[0] : undefined)

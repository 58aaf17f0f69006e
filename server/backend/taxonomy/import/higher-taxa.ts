import type { CatalogIndex } from './catalog-index.ts'
import type { GivenLabel } from './given.ts'

/** Higher taxa of a row, split into those in the catalog and those missing from it. */
export interface HigherTaxa {
  /** Label id of the lowest higher taxon in the catalog; null for the top. */
  deepest: string | null
  /** Higher taxa below `deepest`, highest first. The catalog does not have them. */
  missing: GivenLabel['above']
}

/** Finds the higher taxa of a row in the catalog, from the highest down. */
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

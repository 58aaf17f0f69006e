import type { CatalogIndex } from './catalog-index.ts'
import type { GivenLabel } from './given.ts'

/** Higher taxa of a row, divided into taxa found in the catalog and taxa missing from it. */
export interface HigherTaxa {
  /** Label id of the lowest higher taxon found in the catalog; null for the root. */
  deepest: string | null
  /** Higher taxa below `deepest` that are missing from the catalog, highest first. */
  missing: GivenLabel['above']
}

/** Looks up the higher taxa of a row in the catalog, from the highest down. */
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

import type { WrittenLabel } from '../../shared/taxonomy/written-name.ts'

/** A label that has only the name and rank of a taxon. */
export const taxonNamed = (name: string, taxonRank: string | null | undefined): WrittenLabel => ({ name, scientificName: name, taxonRank })

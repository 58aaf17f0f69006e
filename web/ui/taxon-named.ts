import type { WrittenLabel } from '../../shared/taxonomy/written-name.ts'

/** A label with only the name of a taxon. */
export const taxonNamed = (name: string, taxonRank: string | null | undefined): WrittenLabel => ({ name, scientificName: name, taxonRank })

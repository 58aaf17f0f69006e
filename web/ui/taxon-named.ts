import type { WrittenLabel } from '../../shared/taxonomy/written-name.ts'

/** A taxon by its name alone. */
export const taxonNamed = (name: string, taxonRank: string | null | undefined): WrittenLabel => ({ name, scientificName: name, taxonRank })

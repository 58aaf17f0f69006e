import type { ResultTaxon } from '../../../shared/contracts/results.ts'

const italicRanks = ['genus', 'subgenus', 'species', 'subspecies', 'variety', 'forma']

/** Scientific names of genera and below stand in italics. */
export const isItalic = ({ name, scientificName, taxonRank }: Pick<ResultTaxon, 'name' | 'scientificName' | 'taxonRank'>) =>
  name === scientificName && italicRanks.includes(taxonRank ?? '')

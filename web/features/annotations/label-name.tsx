import type { OutlineLabel } from '../../../shared/contracts/taxonomy.ts'

const belowGenus = new Set(['genus', 'subgenus', 'species', 'subspecies', 'variety', 'form'])

/** A label as it is written: names of genera and below in italics, what is open of them upright. */
export function LabelName({ label }: { label: Pick<OutlineLabel, 'name' | 'scientificName' | 'taxonRank' | 'identificationQualifier'> }) {
  const { name, scientificName, taxonRank, identificationQualifier } = label
  const isItalic = scientificName === name && taxonRank !== undefined && belowGenus.has(taxonRank.toLowerCase())
  return (
    <span>
      {isItalic ? <i>{name}</i> : name}
      {identificationQualifier && !name.includes(identificationQualifier) && ` ${identificationQualifier}`}
    </span>
  )
}

import { createElement } from 'react'
import { nameParts, type WrittenLabel } from '../../shared/taxonomy/written-name.ts'

/** Name of a label or taxon in taxonomic typography. Genera and lower ranks are in italics, and open nomenclature and codes are upright. */
export function TaxonName({ label }: { label: WrittenLabel }) {
  const parts = nameParts(label).map(({ text, isItalic }) => (isItalic ? createElement('i', null, text) : text))
  return createElement('span', null, ...parts)
}

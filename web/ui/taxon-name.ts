import { createElement } from 'react'
import { nameParts, type WrittenLabel } from '../../shared/taxonomy/written-name.ts'

/** A label or taxon as it is written: names of genera and below in italics; what is open of the name, and codes, upright. */
export function TaxonName({ label }: { label: WrittenLabel }) {
  const parts = nameParts(label).map(({ text, isItalic }) => (isItalic ? createElement('i', null, text) : text))
  return createElement('span', null, ...parts)
}

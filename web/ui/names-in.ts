import { createElement, Fragment, type ReactNode } from 'react'
import { type WrittenLabel, writtenName } from '../../shared/taxonomy/written-name.ts'
import { TaxonName } from './taxon-name.ts'

/** Text in which the first occurrence of each label name is formatted by `TaxonName`. */
export function NamesIn({ text, labels }: { text: string; labels: readonly (WrittenLabel | undefined)[] }) {
  const pieces: ReactNode[] = []
  let from = 0
  const places = labels.flatMap(label => {
    const name = label && writtenName(label)
    const at = name ? text.indexOf(name) : -1
    return label && name && at >= 0 ? [{ label, at, end: at + name.length }] : []
  })
  for (const { label, at, end } of places.sort((a, b) => a.at - b.at)) {
    if (at < from) continue
    pieces.push(text.slice(from, at), createElement(TaxonName, { label }))
    from = end
  }
  return createElement(Fragment, null, ...pieces, text.slice(from))
}

import { useMemo, useState } from 'react'
import type { OutlineLabel } from '../../../shared/contracts/taxonomy.ts'
import { writtenName } from '../../../shared/taxonomy/written-name.ts'
import { FilterMenu } from '../../ui/filter-menu.tsx'
import { TaxonName } from '../../ui/taxon-name.ts'
import type { CatalogTree } from './catalog-tree.ts'
import type { Found } from './search.ts'
import { dialogTexts as texts } from './texts.ts'

const { finder: words } = texts

export interface LabelFinderProps {
  tree: CatalogTree
  search: (text: string) => Found
  /** Returns whether a label can be chosen. */
  offers: (label: OutlineLabel) => boolean
  /** Name of the top level of the catalog. Without it, the top level is not offered. */
  top?: string | undefined
  onChoose: (labelId: string | null) => void
}

const mostShown = 50
const topId = 'top of the catalog'

/** Search field with a list of matching labels. The arrow keys and Enter choose one. */
export function LabelFinder({ tree, search, offers, top, onChoose }: LabelFinderProps) {
  const [text, setText] = useState('')
  const labels = useMemo(() => {
    const all = text.trim() === '' ? tree.labels : search(text).labels
    const some: OutlineLabel[] = []
    for (const label of all) {
      if (some.length === mostShown) break
      if (offers(label)) some.push(label)
    }
    return some
  }, [text, tree, search, offers])
  const entries = labels.map(label => ({
    id: label.id,
    label: writtenName(label),
    content: <TaxonName label={label} />,
    description: tree
      .pathOf(label.id)
      .map(({ name }) => name)
      .join(' › ')
  }))
  const atTop = top !== undefined && text.trim() === '' ? [{ id: topId, label: top }] : []
  return (
    <FilterMenu
      label={words.label}
      text={text}
      onText={setText}
      sections={[{ name: words.labels, entries: [...atTop, ...entries] }]}
      empty={text.trim() === '' ? words.none : words.noMatch(text.trim())}
      onChoose={id => onChoose(id === topId ? null : id)}
      foot={labels.length === mostShown ? words.first(mostShown) : undefined}
    />
  )
}

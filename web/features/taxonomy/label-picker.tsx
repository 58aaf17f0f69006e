import { useMemo, useState } from 'react'
import type { OutlineLabel } from '../../../shared/contracts/taxonomy.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FilterMenu } from '../../ui/filter-menu.tsx'
import type { CatalogTree } from './catalog-tree.ts'
import type { Found } from './search.ts'
import { writtenName } from './taxon-name.tsx'

interface LabelPickerProps {
  title: string
  tree: CatalogTree
  search: (text: string) => Found
  /** Which labels may be chosen. */
  offers: (label: OutlineLabel) => boolean
  /** Offers the top of the catalog too, under this name. */
  top?: string
  onChoose: (labelId: string | null) => void
  onClose: () => void
}

const mostShown = 50
const topId = 'top of the catalog'

/** Asks for a label: typing finds it, the arrows and Enter choose it. */
export default function LabelPicker({ title, tree, search, offers, top, onChoose, onClose }: LabelPickerProps) {
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
    description: tree
      .pathOf(label.id)
      .map(({ name }) => name)
      .join(' › ')
  }))
  const atTop = top !== undefined && text.trim() === '' ? [{ id: topId, label: top }] : []
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <FilterMenu
        label="Find a label"
        text={text}
        onText={setText}
        sections={[{ name: 'Labels', entries: [...atTop, ...entries] }]}
        empty={text.trim() === '' ? 'There is no other label.' : `No label is called “${text.trim()}”.`}
        onChoose={id => onChoose(id === topId ? null : id)}
        foot={labels.length === mostShown ? `The first ${mostShown} are shown: type to find others.` : undefined}
      />
    </Dialog>
  )
}

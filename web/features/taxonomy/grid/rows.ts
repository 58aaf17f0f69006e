import type { OutlineLabel } from '../../../../shared/contracts/taxonomy.ts'
import type { CatalogTree } from '../catalog-tree.ts'

/** One visible row of the catalog. */
export interface CatalogRow {
  label: OutlineLabel
  /** Level in the tree, 1 at the top. */
  level: number
  /** Position among the visible siblings, from 1. `setSize` is their number. */
  position: number
  setSize: number
  /** Whether the children are shown; null for a label without children. */
  open: boolean | null
  /** Whether the label is shown only because a descendant matches the search. */
  isWay: boolean
}

/**
 * Returns the visible rows of the tree. The children of an open label follow it. With `found`, the rows are the found labels and their
 * ancestors, all open.
 */
export function treeRows(tree: CatalogTree, isOpen: (labelId: string) => boolean, found: readonly OutlineLabel[] | null): CatalogRow[] {
  const hits = found && new Set(found)
  const shown = hits && withWays(tree, hits)
  const rows: CatalogRow[] = []
  const waiting: { labels: readonly OutlineLabel[]; at: number; level: number }[] = [{ labels: seen(null), at: 0, level: 1 }]
  for (let list = waiting.at(-1); list; list = waiting.at(-1)) {
    const label = list.labels[list.at]
    if (!label) {
      waiting.pop()
      continue
    }
    list.at += 1
    const children = tree.childrenOf(label.id)
    const open = children.length === 0 ? null : shown ? children.some(child => shown.has(child)) : isOpen(label.id)
    const isWay = hits !== null && !hits.has(label)
    rows.push({ label, level: list.level, position: list.at, setSize: list.labels.length, open, isWay })
    if (open) waiting.push({ labels: seen(label.id), at: 0, level: list.level + 1 })
  }
  return rows

  function seen(parentId: string | null): readonly OutlineLabel[] {
    const children = tree.childrenOf(parentId)
    return shown ? children.filter(child => shown.has(child)) : children
  }
}

function withWays(tree: CatalogTree, hits: ReadonlySet<OutlineLabel>): Set<OutlineLabel> {
  const shown = new Set(hits)
  for (const hit of hits) {
    for (let above = tree.get(hit.parentId); above && !shown.has(above); above = tree.get(above.parentId)) shown.add(above)
  }
  return shown
}

export type TableSort = 'name' | 'rank' | 'status' | 'annotations'

/** Returns the rows of the flat table. Search results are sorted by relevance unless a person chooses another order. */
export function tableRows(tree: CatalogTree, found: readonly OutlineLabel[] | null, sort: TableSort, descending: boolean): CatalogRow[] {
  const labels = [...(found ?? tree.labels)]
  if (sort !== 'name') labels.sort(comparing(tree, sort))
  if (descending) labels.reverse()
  return labels.map((label, index) => ({ label, level: 1, position: index + 1, setSize: labels.length, open: null, isWay: false }))
}

function comparing(tree: CatalogTree, sort: TableSort): (a: OutlineLabel, b: OutlineLabel) => number {
  if (sort === 'annotations') return (a, b) => tree.totalOf(b.id) - tree.totalOf(a.id)
  if (sort === 'rank') return (a, b) => rankOrder(a.taxonRank) - rankOrder(b.taxonRank)
  return (a, b) => (a.taxonomicStatus ?? '~').localeCompare(b.taxonomicStatus ?? '~')
}

const ranks = [
  ...['kingdom', 'subkingdom', 'infrakingdom', 'phylum', 'subphylum', 'infraphylum', 'superclass', 'class', 'subclass', 'infraclass'],
  ...['superorder', 'order', 'suborder', 'infraorder', 'superfamily', 'family', 'subfamily', 'tribe', 'genus', 'subgenus'],
  ...['species', 'subspecies', 'variety', 'form']
]

/** Returns the sort key of a rank, highest first. Unknown and missing ranks come last. */
function rankOrder(rank: string | undefined): number {
  const at = rank === undefined ? -1 : ranks.indexOf(rank)
  return at >= 0 ? at : rank === undefined ? ranks.length + 1 : ranks.length
}

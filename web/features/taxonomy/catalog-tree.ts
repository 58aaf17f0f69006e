import type { OutlineLabel } from '../../../shared/contracts/taxonomy.ts'

/** Index of a catalog for its screen: the tree of labels, and the number of annotations under each label. */
export interface CatalogTree {
  /** All labels, sorted by name. */
  labels: readonly OutlineLabel[]
  get(labelId: string | null): OutlineLabel | undefined
  /** Child labels of a label, sorted by name. Null is the top level. */
  childrenOf(labelId: string | null): readonly OutlineLabel[]
  /** Ancestors of a label, root first. */
  pathOf(labelId: string): OutlineLabel[]
  /** Number of annotations with the label or one of its descendants. */
  totalOf(labelId: string): number
  /** Whether a label is `aboveId` or one of its descendants. */
  isWithin(labelId: string | null, aboveId: string): boolean
}

const none: readonly OutlineLabel[] = []

export function catalogTree(labels: readonly OutlineLabel[]): CatalogTree {
  const byId = new Map(labels.map(label => [label.id, label]))
  const under = new Map<string | null, OutlineLabel[]>()
  for (const label of labels) {
    const siblings = under.get(label.parentId)
    if (siblings) siblings.push(label)
    else under.set(label.parentId, [label])
  }
  let totals: Map<string, number> | null = null

  return {
    labels,
    get: labelId => (labelId === null ? undefined : byId.get(labelId)),
    childrenOf: labelId => under.get(labelId) ?? none,
    pathOf(labelId) {
      const path: OutlineLabel[] = []
      for (let at = byId.get(byId.get(labelId)?.parentId ?? ''); at; at = byId.get(at.parentId ?? '')) path.push(at)
      return path.reverse()
    },
    totalOf(labelId) {
      totals ??= addUp(labels, byId)
      return totals.get(labelId) ?? 0
    },
    isWithin(labelId, aboveId) {
      for (let at = labelId === null ? undefined : byId.get(labelId); at; at = byId.get(at.parentId ?? '')) {
        if (at.id === aboveId) return true
      }
      return false
    }
  }
}

/** Adds the annotation count of each label to its ancestors. Skips unused labels, so a large catalog with few annotations is fast. */
function addUp(labels: readonly OutlineLabel[], byId: ReadonlyMap<string, OutlineLabel>): Map<string, number> {
  const totals = new Map<string, number>()
  for (const { id, annotationCount = 0 } of labels) {
    if (annotationCount === 0) continue
    for (let at = byId.get(id); at; at = byId.get(at.parentId ?? '')) totals.set(at.id, (totals.get(at.id) ?? 0) + annotationCount)
  }
  return totals
}

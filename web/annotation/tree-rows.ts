import type { OutlineLabel } from '../../shared/contracts/taxonomy.ts'

/** Labels by the id of their parent, sorted by name. A label whose parent is missing is a root. */
export type Branches = ReadonlyMap<string | null, readonly OutlineLabel[]>

export interface TreeRow {
  label: OutlineLabel
  /** Depth in the tree; 1 for a root. */
  level: number
  hasMore: boolean
}

export function branchesOf(labels: readonly OutlineLabel[]): Branches {
  const known = new Set(labels.map(({ id }) => id))
  const branches = new Map<string | null, OutlineLabel[]>()
  for (const label of labels) {
    const parent = label.parentId !== null && known.has(label.parentId) ? label.parentId : null
    const siblings = branches.get(parent)
    if (siblings) siblings.push(label)
    else branches.set(parent, [label])
  }
  for (const siblings of branches.values()) siblings.sort((a, b) => (a.name < b.name ? -1 : 1))
  return branches
}

/** Visible rows of a tree, from top to bottom. @param open ids of the expanded labels */
export function rowsOf(branches: Branches, open: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = []
  const seen = new Set<string>()
  const add = (parent: string | null, level: number) => {
    for (const label of branches.get(parent) ?? []) {
      if (seen.has(label.id)) continue
      seen.add(label.id)
      rows.push({ label, level, hasMore: branches.has(label.id) })
      if (open.has(label.id)) add(label.id, level + 1)
    }
  }
  add(null, 1)
  return rows
}

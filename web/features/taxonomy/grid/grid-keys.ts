import type { CatalogRow } from './rows.ts'

/** Effect of a key in the tree: moves the focus to another row, or opens or closes a row. */
export type GridMove = { to: number } | { open: boolean } | null

/** Returns the effect of a key in an ARIA treegrid with focusable rows. Source: https://www.w3.org/WAI/ARIA/apg/patterns/treegrid/ */
export function moveInRows(key: string, rows: readonly CatalogRow[], at: number, rowsInView: number): GridMove {
  const last = rows.length - 1
  const row = rows[at]
  if (!row) return null
  switch (key) {
    case 'ArrowDown':
      return { to: Math.min(at + 1, last) }
    case 'ArrowUp':
      return { to: Math.max(at - 1, 0) }
    case 'PageDown':
      return { to: Math.min(at + rowsInView, last) }
    case 'PageUp':
      return { to: Math.max(at - rowsInView, 0) }
    case 'Home':
      return { to: 0 }
    case 'End':
      return { to: last }
    case 'ArrowRight':
      if (row.open === null) return null
      return row.open ? { to: Math.min(at + 1, last) } : { open: true }
    case 'ArrowLeft': {
      if (row.open) return { open: false }
      for (let above = at - 1; above >= 0; above--) if ((rows[above]?.level ?? 0) < row.level) return { to: above }
      return null
    }
    default:
      return null
  }
}

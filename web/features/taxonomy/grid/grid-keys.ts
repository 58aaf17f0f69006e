import type { CatalogRow } from './rows.ts'

/** Step of the focus in the tree. `in` opens a row or goes to its first child; `out` does the opposite. */
export type RowStep = 'down' | 'up' | 'pageDown' | 'pageUp' | 'first' | 'last' | 'in' | 'out'

/** Effect of a step: moves the focus to another row, or opens or closes a row. */
export type GridMove = { to: number } | { open: boolean } | null

/** Returns the effect of a step in an ARIA treegrid with focusable rows. Source: https://www.w3.org/WAI/ARIA/apg/patterns/treegrid/ */
export function moveInRows(step: RowStep, rows: readonly CatalogRow[], at: number, rowsInView: number): GridMove {
  const last = rows.length - 1
  const row = rows[at]
  if (!row) return null
  switch (step) {
    case 'down':
      return { to: Math.min(at + 1, last) }
    case 'up':
      return { to: Math.max(at - 1, 0) }
    case 'pageDown':
      return { to: Math.min(at + rowsInView, last) }
    case 'pageUp':
      return { to: Math.max(at - rowsInView, 0) }
    case 'first':
      return { to: 0 }
    case 'last':
      return { to: last }
    case 'in':
      if (row.open === null) return null
      return row.open ? { to: Math.min(at + 1, last) } : { open: true }
    case 'out': {
      if (row.open) return { open: false }
      for (let above = at - 1; above >= 0; above--) if ((rows[above]?.level ?? 0) < row.level) return { to: above }
      return null
    }
  }
}

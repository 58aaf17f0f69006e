export interface GridPlace {
  index: number
  count: number
  columns: number
  /** Number of fully visible rows, which is the step of Page Up and Page Down. */
  rowsInView: number
}

/** Index of the cell to which a key moves the focus. Null for other keys, and in an empty grid. */
export function moveInGrid(key: string, { index, count, columns, rowsInView }: GridPlace): number | null {
  const target = targetOf(key, index, count, columns, Math.max(1, rowsInView))
  return target === null || count === 0 ? null : Math.min(Math.max(target, 0), count - 1)
}

function targetOf(key: string, index: number, count: number, columns: number, rowsInView: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return index - 1
    case 'ArrowRight':
      return index + 1
    case 'ArrowUp':
      return index < columns ? index : index - columns
    case 'ArrowDown':
      return Math.floor(index / columns) === Math.floor((count - 1) / columns) ? index : index + columns
    case 'PageUp':
      return index - columns * rowsInView
    case 'PageDown':
      return index + columns * rowsInView
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

import { defaultRangeExtractor, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { CardIndex } from './card-index.ts'
import { moveInGrid } from './grid-keys.ts'
import type { GridLayout } from './grid-layout.ts'

interface CardGridOptions {
  cards: CardIndex<{ id: string }>
  /** Number of cells to lay out; not less than the number of loaded cards. */
  count: number
  /** The selection; null when cards cannot be selected. */
  selection: { toggle: (id: string) => void; add: (ids: readonly string[]) => void } | null
  layOut: (width: number) => GridLayout
  /** Number of rows rendered beyond those in view. */
  overscan: number
  /** Height in CSS pixels of the fixed bars above and below the grid. */
  covered: { above: number; below: number }
  /** Called with the range of cells in view; the end is exclusive. */
  onRange: (first: number, end: number) => void
}

export interface CardGridState extends GridLayout {
  element: RefObject<HTMLDivElement | null>
  count: number
  rowCount: number
  /** Rendered rows. `start` is in pixels from the top of the grid. */
  rows: { index: number; key: VirtualItem['key']; start: number }[]
  height: number
  /** Range of cells in view; the end is exclusive. */
  inView: { first: number; end: number }
  /** Index of the cell that has the focus, or receives it when the grid is focused. */
  active: number
  setActive: (index: number) => void
  holdsFocus: () => boolean
  /** Scrolls to a cell and focuses it. */
  moveTo: (index: number) => void
  /** Moves the focus by a navigation key, and with Shift selects the range. @returns the new index, or null for other keys */
  moveByKey: (event: KeyboardEvent) => number | null
  /** Toggles the selection of one cell. With `range`, selects all cells from the previous one to this one. */
  select: (index: number, range: boolean) => void
}

/** Virtualised rows, focus and range selection of a card grid that scrolls with the page. */
// Long: focus, range and scrolling share the same local state.
export function useCardGrid({ cards, count, selection, layOut, overscan, covered, onRange }: CardGridOptions): CardGridState {
  const element = useRef<HTMLDivElement>(null)
  const { width, top } = usePlaceOnPage(element)
  const [wanted, setActive] = useState(0)
  const anchor = useRef(0)
  const wantsFocus = useRef(false)
  const layout = layOut(width)
  const { columns, rowHeight } = layout
  const rowCount = Math.ceil(count / columns)
  const active = Math.min(wanted, Math.max(0, count - 1))
  const activeRow = Math.floor(active / columns)
  const holdsFocus = () => element.current?.contains(document.activeElement) ?? false

  const virtual = useWindowVirtualizer({
    count: rowCount,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin: top,
    scrollPaddingStart: covered.above,
    scrollPaddingEnd: covered.below,
    useFlushSync: false,
    rangeExtractor: range => {
      const inView = defaultRangeExtractor(range)
      const keep = holdsFocus() && activeRow < rowCount && !inView.includes(activeRow)
      return keep ? [...inView, activeRow].sort((a, b) => a - b) : inView // the focus must not vanish with its row
    }
  })
  useLayoutEffect(() => virtual.measure(), [virtual, rowHeight]) // the height of all rows changed

  const first = (virtual.range?.startIndex ?? 0) * columns
  const end = ((virtual.range?.endIndex ?? -1) + 1) * columns
  useEffect(() => onRange(first, Math.min(end, count)), [onRange, first, end, count])

  useLayoutEffect(() => {
    if (!wantsFocus.current) return
    const cell = element.current?.querySelector<HTMLElement>(`[data-index="${active}"]`)
    if (!cell) return // the row is rendered only after scrolling
    cell.focus({ preventScroll: true })
    wantsFocus.current = false
  })

  function moveTo(index: number) {
    wantsFocus.current = true
    setActive(index)
    virtual.scrollToIndex(Math.floor(index / columns), { align: 'auto' })
  }

  function moveByKey({ key, shiftKey, altKey }: KeyboardEvent): number | null {
    const rowsInView = Math.floor(window.innerHeight / rowHeight) - 1
    // End moves to the last loaded card, because the rest is loaded page by page
    const target = moveInGrid(key, { index: active, count: key === 'End' ? cards.length : count, columns, rowsInView })
    if (target === null || altKey) return null
    if (shiftKey) selection?.add(cards.between(active, target))
    anchor.current = target
    moveTo(target)
    return target
  }

  const select = useCallback(
    (index: number, range: boolean) => {
      setActive(index)
      const card = cards.at(index)
      if (range) selection?.add(cards.between(anchor.current, index))
      else if (card) selection?.toggle(card.id)
      anchor.current = index
    },
    [cards, selection?.add, selection?.toggle]
  )

  return {
    ...layout,
    element,
    count,
    rowCount,
    rows: virtual.getVirtualItems().map(({ index, key, start }) => ({ index, key, start: start - top })),
    height: virtual.getTotalSize(),
    inView: { first, end },
    active,
    setActive,
    holdsFocus,
    moveTo,
    moveByKey,
    select
  }
}

/** Width of the grid and its distance from the top of the page, in CSS pixels. */
function usePlaceOnPage(grid: RefObject<HTMLElement | null>): { width: number; top: number } {
  const [place, setPlace] = useState({ width: 320, top: 0 })
  useLayoutEffect(() => {
    const element = grid.current
    if (!element) return
    const read = () => {
      const { left, right, top } = element.getBoundingClientRect()
      const next = { width: right - left || 320, top: Math.round(top + window.scrollY) }
      setPlace(before => (before.width === next.width && before.top === next.top ? before : next))
    }
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    observer.observe(document.body) // content above the grid may grow
    return () => observer.disconnect()
  }, [grid])
  return place
}

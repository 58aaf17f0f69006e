import { defaultRangeExtractor, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { CardIndex } from './card-index.ts'
import { moveInGrid } from './grid-keys.ts'
import type { GridLayout } from './grid-layout.ts'

interface CardGridOptions {
  cards: CardIndex<{ id: string }>
  /** Places to lay out: at least what is loaded. */
  count: number
  /** The selection; null where nothing can be selected. */
  selection: { toggle: (id: string) => void; add: (ids: readonly string[]) => void } | null
  layOut: (width: number) => GridLayout
  /** Rows that exist beyond those in view. */
  overscan: number
  /** Height in CSS pixels of what stays above and below the grid while it scrolls. */
  covered: { above: number; below: number }
  /** Tells which places are in view, the last one not included. */
  onRange: (first: number, end: number) => void
}

export interface CardGridState extends GridLayout {
  element: RefObject<HTMLDivElement | null>
  count: number
  rowCount: number
  /** The rows that exist, with their start in pixels from the top of the grid. */
  rows: { index: number; key: VirtualItem['key']; start: number }[]
  height: number
  /** Places in view, the end not included. */
  inView: { first: number; end: number }
  /** The one place that has, or would get, the focus. */
  active: number
  setActive: (index: number) => void
  holdsFocus: () => boolean
  /** Scrolls to a place and gives it the focus. */
  moveTo: (index: number) => void
  /** Moves the focus when the key means that, and with Shift chooses what lies between. @returns the place, or null for other keys */
  moveByKey: (event: KeyboardEvent) => number | null
  /** Chooses or leaves one place; with `range` chooses all from the last one to it. */
  select: (index: number, range: boolean) => void
}

/** Which rows of a grid of cards exist while the page scrolls, where the focus is, and what keys and Shift do to both. */
// Long: focus, range and scrolling that share the same local state.
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
  useLayoutEffect(() => virtual.measure(), [virtual, rowHeight]) // another height of all rows

  const first = (virtual.range?.startIndex ?? 0) * columns
  const end = ((virtual.range?.endIndex ?? -1) + 1) * columns
  useEffect(() => onRange(first, Math.min(end, count)), [onRange, first, end, count])

  useLayoutEffect(() => {
    if (!wantsFocus.current) return
    const cell = element.current?.querySelector<HTMLElement>(`[data-index="${active}"]`)
    if (!cell) return // its row is rendered after the scroll
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
    // the end of what is loaded: what lies beyond comes page by page
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

/** How wide the grid is, and how far down the page it starts, in CSS pixels. */
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
    observer.observe(document.body) // what stands above may grow
    return () => observer.disconnect()
  }, [grid])
  return place
}

import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type Ref, useCallback, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { headerHeightPx } from '../../../../shared/limits.ts'
import { moveInGrid } from '../../../ui/grid-keys.ts'
import type { LabelBook } from '../label-book.ts'
import type { CardIndex } from './card-index.ts'
import { PatchCell } from './patch-cell.tsx'
import styles from './review.module.css'
import type { Selection } from './selection.ts'

/** What the keys of the screen ask of the grid. */
export interface GridHandle {
  /** Place that has, or would get, the focus. */
  active: () => number
  move: (by: number) => void
  focus: () => void
}

interface PatchGridProps {
  cards: CardIndex
  /** Places to lay out: at least what is loaded. */
  count: number
  book: LabelBook
  selection: Selection
  /** Tells which places are in view, the last one not included. */
  onRange: (first: number, end: number) => void
  onOpen: (index: number) => void
  ref: Ref<GridHandle>
}

const narrowest = 136
const captionHeight = 48
const gap = 12
/** Height of what stays above the grid while it scrolls: the header and the bar of filters. */
const coveredPx = headerHeightPx + 120

/** A grid of patches that scrolls with the page; only the rows in view exist. */
export function PatchGrid({ cards, count, book, selection, onRange, onOpen, ref }: PatchGridProps) {
  const grid = useRef<HTMLDivElement>(null)
  const { width, top } = useGridPlace(grid)
  const [active, setActive] = useState(0)
  const anchor = useRef(0)
  const wantsFocus = useRef(false)
  const columns = Math.max(2, Math.floor((width + gap) / (narrowest + gap)))
  const rowHeight = Math.round((width - gap * (columns - 1)) / columns) + captionHeight + gap
  const rowCount = Math.ceil(count / columns)
  const shownActive = Math.min(active, Math.max(0, count - 1))
  const activeRow = Math.floor(shownActive / columns)

  const rows = useWindowVirtualizer({
    count: rowCount,
    estimateSize: () => rowHeight,
    overscan: 3,
    scrollMargin: top,
    scrollPaddingStart: coveredPx,
    scrollPaddingEnd: 96,
    useFlushSync: false,
    rangeExtractor: range => {
      const inView = defaultRangeExtractor(range)
      const keep = grid.current?.contains(document.activeElement) && activeRow < rowCount && !inView.includes(activeRow)
      return keep ? [...inView, activeRow].sort((a, b) => a - b) : inView // the focus must not vanish with its row
    }
  })
  useLayoutEffect(() => rows.measure(), [rowHeight]) // another height of all rows

  const first = (rows.range?.startIndex ?? 0) * columns
  const end = ((rows.range?.endIndex ?? -1) + 1) * columns
  useEffect(() => onRange(first, Math.min(end, count)), [onRange, first, end, count])

  useLayoutEffect(() => {
    if (!wantsFocus.current) return
    const cell = grid.current?.querySelector<HTMLElement>(`[data-index="${active}"]`)
    if (!cell) return // its row is rendered after the scroll
    cell.focus({ preventScroll: true })
    wantsFocus.current = false
  })

  function moveTo(index: number) {
    wantsFocus.current = true
    setActive(index)
    rows.scrollToIndex(Math.floor(index / columns), { align: 'auto' })
  }

  useImperativeHandle(ref, () => ({
    active: () => shownActive,
    move: by => moveTo(Math.min(Math.max(0, shownActive + by), Math.max(0, count - 1))),
    focus: () => moveTo(shownActive)
  }))

  const select = useCallback(
    (index: number, range: boolean) => {
      setActive(index)
      const card = cards.at(index)
      if (range) selection.add(cards.between(anchor.current, index))
      else if (card) selection.toggle(card.id)
      anchor.current = index
    },
    [cards, selection.add, selection.toggle]
  )

  function keyDown(event: KeyboardEvent) {
    const { key, shiftKey } = event
    const rowsInView = Math.floor(window.innerHeight / rowHeight) - 1
    // the end of what is loaded: what lies beyond comes page by page
    const target = moveInGrid(key, { index: shownActive, count: key === 'End' ? cards.length : count, columns, rowsInView })
    if (target !== null && !event.altKey) {
      if (shiftKey) selection.add(cards.between(shownActive, target))
      else anchor.current = target
      moveTo(target)
    } else if (key === 'Enter') onOpen(shownActive)
    else if (key === ' ') select(shownActive, shiftKey)
    else return
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtualised grid of patches is no table
    <div
      ref={grid}
      role="grid"
      aria-label="Annotations"
      aria-multiselectable
      aria-rowcount={rowCount}
      aria-colcount={columns}
      className={styles.grid}
      data-selecting={selection.ids.size > 0 || selection.isAll || undefined}
      style={{ height: rows.getTotalSize() }}
      onKeyDown={keyDown}
    >
      {rows.getVirtualItems().map(row => (
        // biome-ignore lint/a11y/useSemanticElements: see above
        // biome-ignore lint/a11y/useFocusableInteractive: the focus is on the cells
        <div
          key={row.key}
          role="row"
          aria-rowindex={row.index + 1}
          className={styles.row}
          style={{ gap, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, transform: `translateY(${row.start - top}px)` }}
        >
          {placesOf(row.index, columns, count).map(index => {
            const card = cards.at(index)
            return (
              <PatchCell
                key={index} // a placeholder keeps the focus when its annotation comes
                card={card}
                index={index}
                book={book}
                active={index === shownActive}
                selected={selection.isAll || (card !== undefined && selection.ids.has(card.id))}
                onSelect={select}
                onOpen={onOpen}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}

function placesOf(row: number, columns: number, count: number): number[] {
  const start = row * columns
  return Array.from({ length: Math.min(columns, count - start) }, (_, column) => start + column)
}

/** How wide the grid is, and how far down the page it starts. */
function useGridPlace(grid: { current: HTMLElement | null }): { width: number; top: number } {
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

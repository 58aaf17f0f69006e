import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { headerHeightPx } from '../../../shared/limits.ts'
import { moveInGrid } from '../../ui/grid-keys.ts'
import type { CardIndex } from './card-index.ts'
import styles from './gallery.module.css'
import { GalleryCell } from './gallery-cell.tsx'
import { type GridLayout, layOut } from './grid-layout.ts'
import type { Selection } from './selection.ts'
import type { WayToEnd } from './use-way-to-end.ts'

interface GalleryProps {
  cards: CardIndex
  /** Places to lay out: at least what is loaded. */
  count: number
  /** Smallest width of a cell in CSS pixels. */
  narrowest: number
  selection: Selection
  canEdit: boolean
  /** Tells which places are in view, the last one not included. */
  onRange: (first: number, end: number) => void
  onOpen: (index: number) => void
  onRemove: (indexes: number[]) => void
  /** Reads what is not here yet, for the End key. */
  wayToEnd: WayToEnd
  /** Place that has the focus when the keys come back to the grid, e.g. the picture that the viewer showed last. */
  current: number
}

/** A grid of pictures that scrolls with the page; only the rows in view exist. */
export function Gallery(props: GalleryProps) {
  const { cards, count, narrowest, selection, canEdit, onRange, onOpen, onRemove, wayToEnd, current } = props
  const grid = useRef<HTMLDivElement>(null)
  const { layout, top } = useGridPlace(grid, narrowest)
  const [active, setActive] = useState(0)
  const anchor = useRef(0)
  const wantsFocus = useRef(false)
  /** Where the focus waits while the rest of the list comes, and from where everything is to be chosen then. */
  const waits = useRef<{ at: number; chooseFrom: number | null } | null>(null)
  const { columns, rowHeight, gap } = layout
  const rowCount = Math.ceil(count / columns)
  const activeRow = Math.floor(Math.min(active, Math.max(0, count - 1)) / columns)

  const rows = useWindowVirtualizer({
    count: rowCount,
    estimateSize: () => rowHeight,
    overscan: 2,
    scrollMargin: top,
    scrollPaddingStart: headerHeightPx + 72,
    scrollPaddingEnd: 24,
    useFlushSync: false,
    rangeExtractor: range => {
      const inView = defaultRangeExtractor(range)
      const keep = grid.current?.contains(document.activeElement) && activeRow < rowCount && !inView.includes(activeRow)
      return keep ? [...inView, activeRow].sort((a, b) => a - b) : inView // the focus must not vanish with its row
    }
  })
  useLayoutEffect(() => rows.measure(), [rowHeight]) // another height of all rows

  const shown = rows.getVirtualItems()
  const first = (rows.range?.startIndex ?? 0) * columns
  const end = ((rows.range?.endIndex ?? -1) + 1) * columns
  useEffect(() => onRange(first, Math.min(end, count)), [onRange, first, end, count])
  useEffect(() => setActive(current), [current])

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

  // the rest has come: the focus goes on to the last place, unless it has gone elsewhere meanwhile
  const whole = cards.length >= count
  useEffect(() => {
    if (!whole || !waits.current) return
    const { at, chooseFrom } = waits.current
    waits.current = null
    if (at !== active || at < first || at >= end || !grid.current?.contains(document.activeElement)) return
    if (chooseFrom !== null) selection.add(idsBetween(cards, chooseFrom, count - 1))
    moveTo(count - 1)
  })

  const select = useCallback(
    (index: number, range: boolean) => {
      setActive(index)
      const card = cards.at(index)
      if (range) selection.add(idsBetween(cards, anchor.current, index))
      else if (card) selection.toggle(card.id)
      anchor.current = index
    },
    [cards, selection.add, selection.toggle]
  )
  const open = useCallback(
    (index: number) => {
      setActive(index)
      onOpen(index)
    },
    [onOpen]
  )

  function keyDown(event: KeyboardEvent) {
    const { key, shiftKey } = event
    const withCommand = event.ctrlKey || event.metaKey
    const rowsInView = Math.floor(window.innerHeight / rowHeight) - 1
    const target = moveInGrid(key, { index: active, count: key === 'End' ? cards.length : count, columns, rowsInView })
    if (target !== null && !event.altKey) {
      if (key !== 'End') wayToEnd.stop()
      else if (cards.length < count) {
        waits.current = { at: target, chooseFrom: canEdit && shiftKey ? active : null }
        wayToEnd.start()
      }
      if (canEdit && shiftKey) selection.add(idsBetween(cards, active, target))
      anchor.current = target
      moveTo(target)
    } else if (key === 'Enter') open(active)
    else if (key === ' ' && canEdit) select(active, shiftKey)
    else if (key === 'a' && withCommand && canEdit) selection.add(idsBetween(cards, 0, cards.length - 1))
    else if (key === 'Escape' && wayToEnd.going) wayToEnd.stop()
    else if (key === 'Escape' && selection.ids.size > 0) selection.clear()
    else if (key === 'Delete' && canEdit) onRemove([active])
    else return
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtualised grid of cards is no table
    <div
      ref={grid}
      role="grid"
      aria-label="Photographs"
      aria-multiselectable={canEdit || undefined}
      aria-rowcount={rowCount}
      aria-colcount={columns}
      className={styles.grid}
      data-selecting={selection.ids.size > 0 || undefined}
      style={{ height: rows.getTotalSize() }}
      onKeyDown={keyDown}
    >
      {shown.map(row => (
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
              <GalleryCell
                key={index} // a placeholder keeps the focus when its picture comes
                card={card}
                index={index}
                active={index === Math.min(active, count - 1)}
                selected={card !== undefined && selection.ids.has(card.id)}
                selectable={canEdit}
                onOpen={open}
                onSelect={select}
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

function idsBetween(cards: CardIndex, from: number, to: number): string[] {
  const ids: string[] = []
  for (let index = Math.min(from, to); index <= Math.max(from, to); index++) {
    const card = cards.at(index)
    if (card) ids.push(card.id)
  }
  return ids
}

/** How the grid is laid out in the room it has, and how far down the page it starts. */
function useGridPlace(grid: { current: HTMLElement | null }, narrowest: number): { layout: GridLayout; top: number } {
  const [place, setPlace] = useState({ width: 0, top: 0 })
  useLayoutEffect(() => {
    const element = grid.current
    if (!element) return
    const read = () => {
      const { left, right, top } = element.getBoundingClientRect()
      const next = { width: right - left, top: Math.round(top + window.scrollY) }
      setPlace(before => (before.width === next.width && before.top === next.top ? before : next))
    }
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    observer.observe(document.body) // what stands above may grow
    return () => observer.disconnect()
  }, [grid])
  return { layout: layOut(place.width || 320, narrowest), top: place.top }
}

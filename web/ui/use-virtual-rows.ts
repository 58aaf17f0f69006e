import { defaultRangeExtractor, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { moveInGrid } from './grid-keys.ts'

interface VirtualRowsOptions {
  /** Key of each row, in order. */
  keys: readonly string[]
  /** Row to focus. Each new object moves the focus, as soon as the row exists. */
  sought: { key: string } | null
}

interface VirtualRows {
  /** Scrolling element. */
  scroller: RefObject<HTMLDivElement | null>
  /** Rendered rows. `start` is in pixels from the first row. */
  items: VirtualItem[]
  measure: (element: HTMLElement | null) => void
  height: number
  /** Index of the row that has the focus, or receives it when the table is focused. */
  active: number
  setActive: (index: number) => void
  keyDown: (event: KeyboardEvent) => void
}

/** Estimated height of a row in CSS pixels. Rendered rows are measured. */
const rowPx = 37

/** Virtualised rows of a scrolling table with one Tab stop. Arrow keys move between rows, and to the buttons and checkboxes of a row. */
// Long: focus, visible range and scrolling share the same local state.
export function useVirtualRows({ keys, sought }: VirtualRowsOptions): VirtualRows {
  const scroller = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState<{ key: string | undefined; index: number }>({ key: undefined, index: 0 })
  const wantsFocus = useRef(false)
  const found = wanted.key === undefined ? -1 : keys.indexOf(wanted.key)
  const active = found >= 0 ? found : Math.max(0, Math.min(wanted.index, keys.length - 1))

  const list = useVirtualizer({
    count: keys.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: index => keys[index] ?? index,
    overscan: 8,
    useFlushSync: false,
    rangeExtractor: range => {
      const inView = defaultRangeExtractor(range)
      const isKept = active < keys.length && !inView.includes(active)
      return isKept ? [...inView, active].sort((a, b) => a - b) : inView // the Tab stop must not vanish with its row
    }
  })

  function moveTo(index: number) {
    wantsFocus.current = true
    setWanted({ key: keys[index], index })
    list.scrollToIndex(index, { align: 'auto' })
  }

  useLayoutEffect(() => {
    const isGone = wanted.key !== undefined && found < 0 && document.activeElement === document.body
    if (!wantsFocus.current && !isGone) return
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${active}"]`)
    if (!row) return // the row is rendered only after scrolling
    row.focus({ preventScroll: true })
    row.scrollIntoView({ block: 'nearest' }) // the frame itself may be out of view
    wantsFocus.current = false
  })

  const sent = useRef(sought)
  // runs after the effect above, which would focus the previously active row
  useLayoutEffect(() => {
    if (sought === sent.current) return
    const index = sought ? keys.indexOf(sought.key) : -1
    if (sought && index < 0) return // its row may come with the next rows
    sent.current = sought
    if (index >= 0) moveTo(index)
  })

  function keyDown(event: KeyboardEvent) {
    const { key, altKey, ctrlKey, metaKey, shiftKey, target } = event
    const row = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-index]') : null
    if (!row || !(target instanceof HTMLElement) || altKey || ctrlKey || metaKey || shiftKey) return
    const stops = [row, ...row.querySelectorAll<HTMLElement>('button:enabled, input:enabled, a[href]')]
    const rowsInView = (list.range?.endIndex ?? 0) - (list.range?.startIndex ?? 0)
    const index = moveInGrid(key, { index: active, count: keys.length, columns: 1, rowsInView })
    if (key === 'ArrowRight') stops[stops.indexOf(target) + 1]?.focus()
    else if (key === 'ArrowLeft') stops[stops.indexOf(target) - 1]?.focus()
    else if (target === row && (key === 'Enter' || key === ' ')) stops[1]?.click()
    else if (index !== null) moveTo(index)
    else return
    event.preventDefault()
  }

  return {
    scroller,
    items: list.getVirtualItems(),
    measure: list.measureElement,
    height: list.getTotalSize(),
    active,
    setActive: index => setWanted({ key: keys[index], index }),
    keyDown
  }
}

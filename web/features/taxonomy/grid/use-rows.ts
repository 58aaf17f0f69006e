import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import type { CatalogTree } from '../catalog-tree.ts'
import type { CatalogRow } from './rows.ts'

/** Height of the header row, in pixels. */
export const headHeight = 34

interface RowsOptions {
  tree: CatalogTree
  rows: readonly CatalogRow[]
  selected: string | null
  renaming: string | null
}

/** Returns the rows in view, the focused row, and functions that move the focus. */
// Long: focus, view and scrolling that share the same local state.
export function useRows({ tree, rows, selected, renaming }: RowsOptions) {
  const scroller = useRef<HTMLDivElement>(null)
  const rowHeight = useRowHeight(scroller)
  const [activeId, setActiveId] = useState<string | null>(selected)
  const found = rows.findIndex(({ label }) => label.id === activeId)
  const active = Math.max(0, found)
  const wantsFocus = useRef(false)

  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: index => rows[index]?.label.id ?? index,
    overscan: 8,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    useFlushSync: false,
    rangeExtractor: range => {
      const inView = defaultRangeExtractor(range)
      const keep = scroller.current?.contains(document.activeElement) && active < rows.length && !inView.includes(active)
      return keep ? [...inView, active].sort((a, b) => a - b) : inView // keeps the focused row in the DOM
    }
  })
  useLayoutEffect(() => list.measure(), [list, rowHeight]) // the height of all rows changed

  // A label that was moved, or opened from elsewhere, is scrolled into view as soon as it has a row.
  const placeOfSelected = tree.get(selected)?.parentId
  const wantsView = useRef(false)
  useLayoutEffect(() => {
    wantsView.current = selected !== null
    if (selected !== null) setActiveId(selected)
  }, [selected, placeOfSelected]) // not when other rows change, so that the scroll position stays
  useLayoutEffect(() => {
    const at = wantsView.current ? rows.findIndex(({ label }) => label.id === selected) : -1
    if (at < 0) return
    wantsView.current = false
    list.scrollToIndex(at, { align: 'auto' })
  })

  const wasRenaming = useRef(renaming)
  useLayoutEffect(() => {
    if (wasRenaming.current && !renaming && (document.activeElement === document.body || !document.activeElement)) wantsFocus.current = true
    wasRenaming.current = renaming
    if (!wantsFocus.current) return
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${active}"]`)
    if (!row) return // the row is rendered after the scroll
    row.focus({ preventScroll: true })
    wantsFocus.current = false
  })

  function moveTo(index: number) {
    const label = rows[index]?.label
    if (!label) return
    wantsFocus.current = true
    setActiveId(label.id)
    list.scrollToIndex(index, { align: 'auto' })
  }

  const rowsInView = () => Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headHeight) / rowHeight))
  return { scroller, list, active, setActiveId, moveTo, rowsInView }
}

/** Returns the height of a row in pixels, which depends on the density setting. */
function useRowHeight(scroller: { current: HTMLElement | null }): number {
  const [height, setHeight] = useState(36)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const read = () => setHeight(Number.parseFloat(getComputedStyle(element).getPropertyValue('--row-height')) || 36)
    read()
    const observer = new MutationObserver(read)
    observer.observe(document.documentElement, { attributeFilter: ['data-density'] })
    return () => observer.disconnect()
  }, [scroller])
  return height
}

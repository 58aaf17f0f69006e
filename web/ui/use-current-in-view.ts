import { type RefObject, useEffect } from 'react'

/**
 * Scrolls a row of links or tabs so that the current one is in view. Scrolls again whenever the width of the row changes.
 * @param selector selector of the current element
 * @param key changes whenever another element becomes the current one, or the row has other elements
 */
export function useCurrentInView(row: RefObject<HTMLElement | null>, selector: string, key: string): void {
  useEffect(() => {
    const elements = row.current
    if (!elements || key === '') return
    const widths = new ResizeObserver(() => showCurrent(elements, selector))
    widths.observe(elements)
    return () => widths.disconnect()
  }, [row, selector, key])
}

function showCurrent(row: HTMLElement, selector: string) {
  const current = row.querySelector<HTMLElement>(selector)
  if (current) row.scrollLeft = current.offsetLeft - row.offsetLeft - (row.clientWidth - current.offsetWidth) / 2
}

import { type RefObject, useLayoutEffect, useState } from 'react'

/** Returns the number of columns of at least `minimumPx` that fit into an element, at least one. Updates when the element is resized. */
export function useColumns(element: RefObject<HTMLElement | null>, minimumPx: number, gapPx: number): number {
  const [columns, setColumns] = useState(1)
  useLayoutEffect(() => {
    if (!element.current) return
    const measure = (width: number) => setColumns(Math.max(1, Math.floor((width + gapPx) / (minimumPx + gapPx))))
    measure(element.current.clientWidth)
    const observer = new ResizeObserver(([entry]) => entry && measure(entry.contentRect.width))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, minimumPx, gapPx])
  return columns
}

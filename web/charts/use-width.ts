import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Ref for an element, and the width of that element in pixels. It is measured before the first paint, and is `initial` until then. */
export function useWidth<E extends Element>(initial: number): [RefObject<E | null>, number] {
  const element = useRef<E>(null)
  const [width, setWidth] = useState(initial)
  useLayoutEffect(() => {
    const observed = element.current
    if (!observed) return
    setWidth(Math.round(observed.getBoundingClientRect().width) || initial)
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.round(entry.contentRect.width) || initial)
    })
    observer.observe(observed)
    return () => observer.disconnect()
  }, [initial])
  return [element, width]
}

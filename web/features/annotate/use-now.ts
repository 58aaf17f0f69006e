import { useCallback, useRef, useState } from 'react'

/**
 * Like `useState`, with an additional function that returns the current value, which may be newer than the rendered one.
 * Keys can be pressed faster than a screen renders.
 */
export function useNow<T>(first: T | (() => T)): [shown: T, now: () => T, set: (next: T) => void] {
  const [shown, setShown] = useState(first)
  const current = useRef(shown)
  const now = useCallback(() => current.current, [])
  const set = useCallback((next: T) => {
    current.current = next
    setShown(next)
  }, [])
  return [shown, now, set]
}

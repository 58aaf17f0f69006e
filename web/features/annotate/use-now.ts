import { useCallback, useRef, useState } from 'react'

/** State that is read as it is now, not as it was at the last render: keys can be pressed faster than a screen is drawn. */
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

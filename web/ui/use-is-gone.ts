import { useEffect, useRef } from 'react'

/** Returns a function that is true once the component is no longer on the screen, so that late answers change nothing else. */
export function useIsGone(): () => boolean {
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  return () => isGone.current
}

import { useCallback, useEffect, useState } from 'react'

/** Whether an area covers the whole window, and the function that changes it. The browser's own full screen goes with it where it is allowed. */
export function useFullScreen(): [isFull: boolean, toggle: () => void] {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const left = () => {
      if (!document.fullscreenElement) setFull(false)
    }
    document.addEventListener('fullscreenchange', left)
    return () => document.removeEventListener('fullscreenchange', left)
  }, [])
  useEffect(() => () => void leave(), [])
  const toggle = useCallback(() => {
    setFull(!isFull)
    if (isFull) void leave()
    else document.documentElement.requestFullscreen?.().catch(() => {}) // a phone may not have it: the window is covered all the same
  }, [isFull])
  return [isFull, toggle]
}

const leave = async () => {
  if (document.fullscreenElement) await document.exitFullscreen().catch(() => {})
}

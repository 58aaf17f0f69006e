import { useCallback, useEffect, useState } from 'react'

/**
 * Full-screen state: true when an area covers the window, with the function that toggles it. It also uses the browser's full screen where
 * that is allowed.
 */
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
    else document.documentElement.requestFullscreen?.().catch(() => {}) // a phone may lack it: the area then covers the window only
  }, [isFull])
  return [isFull, toggle]
}

const leave = async () => {
  if (document.fullscreenElement) await document.exitFullscreen().catch(() => {})
}

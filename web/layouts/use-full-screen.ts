import { useCallback, useEffect, useState } from 'react'

/**
 * Full-screen state, and a function that toggles it. In full screen, one area covers the window. The browser's full-screen mode is used too,
 * where it is allowed.
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
    else document.documentElement.requestFullscreen?.().catch(() => {}) // phones may lack this mode; the area then covers only the window
  }, [isFull])
  return [isFull, toggle]
}

const leave = async () => {
  if (document.fullscreenElement) await document.exitFullscreen().catch(() => {})
}

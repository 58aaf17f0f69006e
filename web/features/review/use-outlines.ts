import { useState } from 'react'

const storageKey = 'isobath.review.outlines'

/** Returns whether crops show outlines, and a function that toggles it. The choice is stored in this browser; the default is to show them. */
export function useOutlines(): [isShown: boolean, toggle: () => void] {
  const [isShown, setShown] = useState(read)
  function toggle() {
    setShown(!isShown)
    try {
      localStorage.setItem(storageKey, isShown ? 'hidden' : 'shown')
    } catch {
      // If storage is unavailable, the choice lasts until the page is closed.
    }
  }
  return [isShown, toggle]
}

function read(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'hidden'
  } catch {
    return true
  }
}

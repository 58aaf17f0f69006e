import { useState } from 'react'

const storageKey = 'isobath.review.outlines'

/** True while the crops show outlines, kept in this browser. They are shown by default. */
export function useOutlines(): [isShown: boolean, toggle: () => void] {
  const [isShown, setShown] = useState(read)
  function toggle() {
    setShown(!isShown)
    try {
      localStorage.setItem(storageKey, isShown ? 'hidden' : 'shown')
    } catch {
      // without storage, the choice lasts until the page is closed
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

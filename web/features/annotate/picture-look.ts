import { useCallback, useState } from 'react'
import type { Corrections } from '../../canvas/corrections.ts'

/** The picture as the file has it. */
export const asTaken: Corrections = {
  exposure: 0,
  contrast: 1,
  gamma: 1,
  whiteBalance: [1, 1, 1],
  localContrast: 0,
  stretch: [
    [0, 1],
    [0, 1],
    [0, 1]
  ]
}

/** How the pictures of a project are shown, kept in this browser. */
export function usePictureLook(projectId: string): [Corrections, (look: Corrections) => void] {
  const key = `isobath.picture.${projectId}`
  const [look, setLook] = useState(() => read(key))
  const keep = useCallback(
    (next: Corrections) => {
      setLook(next)
      try {
        localStorage.setItem(key, JSON.stringify(next))
      } catch {
        // storage may be closed to us: the look then lasts as long as the page
      }
    },
    [key]
  )
  return [look, keep]
}

/** Adjustments of another version may lack parts. */
function read(key: string): Corrections {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return kept && typeof kept === 'object' ? { ...asTaken, ...kept } : asTaken
  } catch {
    return asTaken
  }
}

import { useCallback, useState } from 'react'
import type { Corrections } from '../../canvas/corrections.ts'

/** Neutral adjustments, which leave the picture unchanged. */
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

/** Returns the picture adjustments for a project, and a function that sets them. They are stored in this browser. */
export function useAdjustments(projectId: string): [Corrections, (adjustments: Corrections) => void] {
  const key = `isobath.picture.${projectId}`
  const [adjustments, setAdjustments] = useState(() => read(key))
  const keep = useCallback(
    (next: Corrections) => {
      setAdjustments(next)
      try {
        localStorage.setItem(key, JSON.stringify(next))
      } catch {
        // If storage is unavailable, the adjustments last until the page is closed.
      }
    },
    [key]
  )
  return [adjustments, keep]
}

/** Reads stored adjustments. Values missing from the storage of an older version are neutral. */
function read(key: string): Corrections {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return kept && typeof kept === 'object' ? { ...asTaken, ...kept } : asTaken
  } catch {
    return asTaken
  }
}

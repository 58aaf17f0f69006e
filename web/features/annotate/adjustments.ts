import { useCallback, useState } from 'react'
import type { Corrections } from '../../canvas/corrections.ts'

/** Adjustments that leave the picture unchanged. */
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

/** Adjustments of the pictures of a project, stored in this browser. */
export function useAdjustments(projectId: string): [Corrections, (adjustments: Corrections) => void] {
  const key = `isobath.picture.${projectId}`
  const [adjustments, setAdjustments] = useState(() => read(key))
  const keep = useCallback(
    (next: Corrections) => {
      setAdjustments(next)
      try {
        localStorage.setItem(key, JSON.stringify(next))
      } catch {
        // storage may be unavailable: the adjustments then last until the page is closed
      }
    },
    [key]
  )
  return [adjustments, keep]
}

/** Reads stored adjustments. Values that another version did not store leave the picture unchanged. */
function read(key: string): Corrections {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return kept && typeof kept === 'object' ? { ...asTaken, ...kept } : asTaken
  } catch {
    return asTaken
  }
}

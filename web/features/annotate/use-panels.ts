import { useState } from 'react'

export type PanelName = 'images' | 'labels'

export type Panels = Readonly<Record<PanelName, boolean>>

const storageKey = 'isobath.annotatePanels'
const none: Panels = { images: false, labels: false }
/** Minimum window width for opening the image list by default, in CSS pixels. Narrower windows need the space for the image. */
const roomyPx = 1400

/** Manages the open panels. On a phone, one sheet at a time covers the canvas. Elsewhere, panels are beside the canvas, and the choice is stored. */
export function usePanels(isPhone: boolean) {
  const [kept, setKept] = useState(read)
  const [sheet, setSheet] = useState<PanelName | null>(null)
  const shown: Panels = isPhone ? { ...none, ...(sheet && { [sheet]: true }) } : kept

  function set(name: PanelName, isShown: boolean) {
    if (isPhone) return setSheet(isShown ? name : null)
    const next = { ...kept, [name]: isShown }
    setKept(next)
    try {
      localStorage.setItem(storageKey, JSON.stringify(next))
    } catch {
      // If storage is unavailable, the choice lasts until the page is closed.
    }
  }

  return { shown, open: (name: PanelName) => set(name, true), toggle: (name: PanelName) => set(name, !shown[name]) }
}

function read(): Panels {
  const usual: Panels = { images: window.innerWidth >= roomyPx, labels: true }
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return kept && typeof kept === 'object' ? { ...usual, ...kept } : usual
  } catch {
    return usual
  }
}

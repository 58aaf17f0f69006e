export type Density = 'compact' | 'normal' | 'touch'

/** Storage key of the density. `web/early/theme.js` reads it before the first paint. */
const storageKey = 'isobath.density'

/** Density chosen in this browser; `normal` by default. */
export function chosenDensity(): Density {
  const density = document.documentElement.dataset.density
  return density === 'compact' || density === 'touch' ? density : 'normal'
}

/** Applies a density to rows and controls, and stores it for the next visit. */
export function chooseDensity(density: Density): void {
  if (density === 'normal') delete document.documentElement.dataset.density
  else document.documentElement.dataset.density = density
  try {
    if (density === 'normal') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, density)
  } catch {
    // storage may be unavailable: the choice then lasts until the page is closed
  }
}

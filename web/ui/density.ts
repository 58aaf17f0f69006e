export type Density = 'compact' | 'normal' | 'touch'

/** Read before the first paint by web/public/theme.js. */
const storageKey = 'isobath.density'

/** The density chosen in this browser, `normal` by default. */
export function chosenDensity(): Density {
  const density = document.documentElement.dataset.density
  return density === 'compact' || density === 'touch' ? density : 'normal'
}

/** Lays rows and controls out anew at once, and keeps the choice for the next visit. */
export function chooseDensity(density: Density): void {
  if (density === 'normal') delete document.documentElement.dataset.density
  else document.documentElement.dataset.density = density
  try {
    if (density === 'normal') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, density)
  } catch {
    // storage may be closed to us: the choice then lasts as long as the page
  }
}

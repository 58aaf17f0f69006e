export type Theme = 'system' | 'light' | 'dark'

/** Storage key of the theme. `web/early/theme.js` reads it before the first paint. */
const storageKey = 'isobath.theme'

/** Theme chosen in this browser; `system` by default. */
export function chosenTheme(): Theme {
  const theme = document.documentElement.dataset.theme
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Applies a theme and stores it for the next visit. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, theme)
  } catch {
    // storage may be unavailable: the choice then lasts until the page is closed
  }
}

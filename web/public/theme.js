// Runs before the first paint, so that a chosen theme or density never flashes; web/ui/theme.ts and density.ts write what is read here.
try {
  const theme = localStorage.getItem('isobath.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  const density = localStorage.getItem('isobath.density')
  if (density === 'compact' || density === 'touch') document.documentElement.dataset.density = density
} catch {
  // without storage the system's theme stands
}

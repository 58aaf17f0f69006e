// Runs before the first paint, so that the page never flashes in another theme or density. web/ui/theme.ts and density.ts write the values.
// The landing page is hidden from a person with a session, who is sent to the dashboard: web/app/session-store.ts keeps the record of it.
try {
  const theme = localStorage.getItem('isobath.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  const density = localStorage.getItem('isobath.density')
  if (density === 'compact' || density === 'touch') document.documentElement.dataset.density = density
  const hasSession = localStorage.getItem('isobath.session') || localStorage.getItem('isobath.refresh_token')
  if (location.pathname === '/' && hasSession) document.documentElement.dataset.returning = ''
} catch {
  // without storage, the system's theme applies
}

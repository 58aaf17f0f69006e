// Runs before the first paint, so that a chosen theme or density never flashes; web/ui/theme.ts and density.ts write what is read here.
// On the landing page a person with a session, who goes on to the dashboard, sees nothing of it: web/app/session-store.ts keeps its record.
try {
  const theme = localStorage.getItem('isobath.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  const density = localStorage.getItem('isobath.density')
  if (density === 'compact' || density === 'touch') document.documentElement.dataset.density = density
  const hasSession = localStorage.getItem('isobath.session') || localStorage.getItem('isobath.refresh_token')
  if (location.pathname === '/' && hasSession) document.documentElement.dataset.returning = ''
} catch {
  // without storage the system's theme stands
}

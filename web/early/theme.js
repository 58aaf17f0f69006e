// Runs before the first paint, so that the page never flashes in a different theme or density. web/ui/theme.ts and density.ts store the values.
// It also hides the landing and sign-in pages from people with a session, who are redirected to the dashboard. web/app/session-store.ts stores the session.
try {
  const theme = localStorage.getItem('isobath.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  const density = localStorage.getItem('isobath.density')
  if (density === 'compact' || density === 'touch') document.documentElement.dataset.density = density
  const hasSession = localStorage.getItem('isobath.session') || localStorage.getItem('isobath.refresh_token')
  if (/^\/(login)?$/.test(location.pathname) && hasSession) document.documentElement.dataset.returning = ''
} catch {
  // without storage, the theme of the system applies
}

/**
 * Reads the secret of a one-time link, which stands behind `#`, and takes it out of the address, so that it is neither sent to a
 * server, nor kept in the history, nor seen over a shoulder. Empty without one.
 */
export function takeFromHash(): string {
  const secret = window.location.hash.slice(1)
  if (!/^[\w-]{22,128}$/.test(secret)) return ''
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  return secret
}

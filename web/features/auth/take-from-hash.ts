const oneTimeSecret = /^[\w-]{22,128}$/

/**
 * Reads the secret of a one-time link, which stands behind `#`, and takes it out of the address, so that it is neither sent to a
 * server, nor kept in the history, nor seen over a shoulder. Empty without one.
 */
export function takeFromHash(): string {
  const secret = window.location.hash.slice(1)
  if (!oneTimeSecret.test(secret)) return ''
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  return secret
}

/** The secret in what someone pasted: a whole link, or what stands behind its `#`. Empty when there is none. */
export function secretIn(pasted: string): string {
  const secret = pasted.trim().split('#').at(-1) ?? ''
  return oneTimeSecret.test(secret) ? secret : ''
}

import { type Dispatch, useEffect, useState } from 'react'

const oneTimeSecret = /^[\w-]{22,128}$/

/**
 * The secret of a one-time link, which stands behind `#`; empty without one. Then it is taken out of the address, so that it is neither sent
 * to a server, nor kept in the history, nor seen over a shoulder. Only once the page is there: a first render that React gives up reads it too.
 */
export function useHashSecret(): [secret: string, setSecret: Dispatch<string>] {
  const [secret, setSecret] = useState(() => secretIn(window.location.hash))
  useEffect(() => {
    if (secretIn(window.location.hash) !== '')
      window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  }, [])
  return [secret, setSecret]
}

/** The secret in what someone pasted: a whole link, or what stands behind its `#`. Empty when there is none. */
export function secretIn(pasted: string): string {
  const secret = pasted.trim().split('#').at(-1) ?? ''
  return oneTimeSecret.test(secret) ? secret : ''
}

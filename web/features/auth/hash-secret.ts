import { type Dispatch, useEffect, useState } from 'react'

const oneTimeSecret = /^[\w-]{22,128}$/

/**
 * The secret of a one-time link, after its `#`; empty without one. An effect then removes it from the address, so that it reaches no server
 * and no history. Rendering leaves it there, because a first render that React discards must still read it.
 */
export function useHashSecret(): [secret: string, setSecret: Dispatch<string>] {
  const [secret, setSecret] = useState(() => secretIn(window.location.hash))
  useEffect(() => {
    if (secretIn(window.location.hash) !== '')
      window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  }, [])
  return [secret, setSecret]
}

/** The secret in pasted text: a whole link, or the part after its `#`. Empty without one. */
export function secretIn(pasted: string): string {
  const secret = pasted.trim().split('#').at(-1) ?? ''
  return oneTimeSecret.test(secret) ? secret : ''
}

import { type Dispatch, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'

const oneTimeSecret = /^[\w-]{22,128}$/

/**
 * Returns the secret after the `#` of a one-time link; empty without one. Another link that is opened in the same tab changes only the hash, and
 * replaces the secret. An effect then removes the secret from the URL, so that it does not stay in the browser history. Rendering must not remove
 * it, because React may discard the first render and read the URL again.
 */
export function useHashSecret(): [secret: string, setSecret: Dispatch<string>] {
  const location = useLocation()
  const given = secretIn(location.hash)
  const [opened, setOpened] = useState({ given, secret: given })
  const secret = given === '' || given === opened.given ? opened.secret : given
  useEffect(() => {
    if (secretIn(location.hash) === '') return
    setOpened({ given: secretIn(location.hash), secret: secretIn(location.hash) })
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  }, [location])
  const setSecret = (pasted: string) => setOpened({ given, secret: pasted })
  return [secret, setSecret]
}

/** Extracts the secret from pasted text, which is a whole link or the part after its `#`. Returns an empty string without a secret. */
export function secretIn(pasted: string): string {
  const secret = pasted.trim().split('#').at(-1) ?? ''
  return oneTimeSecret.test(secret) ? secret : ''
}

import { useCallback, useEffect } from 'react'
import { type NavigateOptions, useLocation, useSearchParams } from 'react-router-dom'
import { newestAddress } from './newest-address.ts'

/** One record for the whole page. Two parts of a screen may change the address at the same moment. */
const newest = newestAddress()

/**
 * Search parameters of the address, and a function that changes them in place. Each change builds on the previous one, from any part of the
 * screen and even before that change is rendered. By default, the function replaces the history entry. It returns the new parameters.
 */
export function useNewestParams(): [
  URLSearchParams,
  (change: (next: URLSearchParams) => void, options?: NavigateOptions) => URLSearchParams
] {
  const [params, setParams] = useSearchParams()
  const location = useLocation()
  const { pathname } = location
  useEffect(() => newest.join(), [])
  useEffect(() => newest.show(location.pathname, params), [location, params]) // a navigation to the same address is another location
  const write = useCallback(
    (change: (next: URLSearchParams) => void, options: NavigateOptions = {}) => {
      const next = new URLSearchParams(newest.current(pathname, params))
      change(next)
      newest.write(pathname, next)
      setParams(next, { replace: true, preventScrollReset: true, ...options })
      return next
    },
    [pathname, params, setParams]
  )
  return [params, write]
}

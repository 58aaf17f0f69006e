import { useCallback, useEffect, useState } from 'react'
import { type NavigateOptions, useSearchParams } from 'react-router-dom'
import { newestAddress } from './newest-address.ts'

/**
 * Search parameters of the address, and a function that changes them in place. Each change builds on the previous one, even if that has not
 * been rendered yet. By default, the function replaces the history entry. It returns the new parameters.
 */
export function useNewestParams(): [
  URLSearchParams,
  (change: (next: URLSearchParams) => void, options?: NavigateOptions) => URLSearchParams
] {
  const [params, setParams] = useSearchParams()
  const [newest] = useState(() => newestAddress(params))
  useEffect(() => newest.show(params), [newest, params])
  const write = useCallback(
    (change: (next: URLSearchParams) => void, options: NavigateOptions = {}) => {
      const next = new URLSearchParams(newest.current())
      change(next)
      newest.write(next)
      setParams(next, { replace: true, preventScrollReset: true, ...options })
      return next
    },
    [newest, setParams]
  )
  return [params, write]
}

import { useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation, useSearchParams } from 'react-router-dom'
import { type MapAddress, readMapAddress, writePlace, writeSelection } from './map-address.ts'
import { newestAddress } from './newest-address.ts'

/** State of the map, kept in the URL. A change replaces the history entry, because a map moves all the time. */
export function useMapAddress() {
  const [params, setParams] = useSearchParams()
  const address = useMemo(() => readMapAddress(params), [params])
  const [newest] = useState(() => newestAddress(params))
  useEffect(() => newest.show(params), [newest, params])
  const { pathname } = useLocation()
  // `useNavigation` would be late: React renders its state with low priority
  const router = useContext(DataRouterContext)?.router
  const change = useCallback(
    (changes: Partial<MapAddress>) => {
      const { navigation, location } = router?.state ?? {}
      const isLeaving = (navigation && navigation.state !== 'idle') || (location && location.pathname !== pathname)
      if (isLeaving) return // a change would call the page back from its way to another screen
      const next = new URLSearchParams(newest.current())
      const put = (name: string, value: string) => (value === '' ? next.delete(name) : next.set(name, value))
      if (changes.place !== undefined) put('m', changes.place ? writePlace(changes.place) : '')
      if (changes.hidden !== undefined) put('hide', changes.hidden.join(','))
      if (changes.selection !== undefined) put('s', changes.selection ? writeSelection(changes.selection) : '')
      if (changes.filter !== undefined) put('f', changes.filter)
      if (changes.showsList !== undefined) put('list', changes.showsList ? 'on' : '')
      newest.write(next)
      setParams(next, { replace: true, preventScrollReset: true })
    },
    [newest, setParams, router, pathname]
  )
  return { address, change }
}

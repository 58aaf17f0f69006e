import { useCallback, useContext, useMemo } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation } from 'react-router-dom'
import { useNewestParams } from '../../ui/use-newest-params.ts'
import { type MapAddress, readMapAddress, writePlace, writeSelection, writeTiles } from './map-address.ts'

/** Change to the state in the URL. A function receives the newest state, which may not be rendered yet. */
export type MapChange = Partial<MapAddress> | ((now: MapAddress) => Partial<MapAddress>)

/** Keeps the state of the map in the URL. A change replaces the history entry, because the map moves so often. */
export function useMapAddress() {
  const [params, write] = useNewestParams()
  const address = useMemo(() => readMapAddress(params), [params])
  const { pathname } = useLocation()
  // `useNavigation` would come too late: React renders its state with low priority
  const router = useContext(DataRouterContext)?.router
  const change = useCallback(
    (change: MapChange) => {
      const { navigation, location } = router?.state ?? {}
      const isLeaving = (navigation && navigation.state !== 'idle') || (location && location.pathname !== pathname)
      if (isLeaving) return // a change would abort the navigation to another screen
      write(next => {
        const changes = typeof change === 'function' ? change(readMapAddress(next)) : change
        const put = (name: string, value: string) => (value === '' ? next.delete(name) : next.set(name, value))
        if (changes.place !== undefined) put('m', changes.place ? writePlace(changes.place) : '')
        if (changes.hidden !== undefined) put('hide', changes.hidden.join(','))
        if (changes.tiles !== undefined) put('tiles', writeTiles(changes.tiles))
        if (changes.selection !== undefined) put('s', changes.selection ? writeSelection(changes.selection) : '')
        if (changes.filter !== undefined) put('f', changes.filter)
        if (changes.showsList !== undefined) put('list', changes.showsList ? 'on' : '')
      })
    },
    [write, router, pathname]
  )
  return { address, change }
}

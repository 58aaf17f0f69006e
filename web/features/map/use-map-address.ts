import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigation, useSearchParams } from 'react-router-dom'
import { type MapAddress, readMapAddress, writePlace, writeSelection } from './map-address.ts'
import { newestAddress } from './newest-address.ts'

/** State of the map, kept in the URL. A change replaces the history entry, because a map moves all the time. */
export function useMapAddress() {
  const [params, setParams] = useSearchParams()
  const address = useMemo(() => readMapAddress(params), [params])
  const [newest] = useState(() => newestAddress(params))
  useEffect(() => newest.show(params), [newest, params])
  // the page is on its way to another screen, and a change of this address would call it back
  const isLeaving = useRef(false)
  const { state } = useNavigation()
  useEffect(() => {
    isLeaving.current = state !== 'idle'
  }, [state])
  const change = useCallback(
    (changes: Partial<MapAddress>) => {
      if (isLeaving.current) return
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
    [newest, setParams]
  )
  return { address, change }
}

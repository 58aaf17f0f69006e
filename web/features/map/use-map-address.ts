import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useNavigation, useSearchParams } from 'react-router-dom'
import { type MapAddress, readMapAddress, writePlace, writeSelection } from './map-address.ts'

/** State of the map, kept in the URL. A change replaces the history entry, because a map moves all the time. */
export function useMapAddress() {
  const [params, setParams] = useSearchParams()
  const address = useMemo(() => readMapAddress(params), [params])
  // Several changes may precede the next render. Each builds on the one before, so an address that is no longer the newest is not taken.
  const latest = useRef(params)
  const written = useRef<string[]>([])
  useEffect(() => {
    const at = written.current.indexOf(params.toString())
    written.current = at < 0 ? [] : written.current.slice(at + 1) // another page's link ends what was written here
    if (written.current.length === 0) latest.current = params
  }, [params])
  // the page is on its way to another screen, and a change of this address would call it back
  const isLeaving = useRef(false)
  const { state } = useNavigation()
  useEffect(() => {
    isLeaving.current = state !== 'idle'
  }, [state])
  const change = useCallback(
    (changes: Partial<MapAddress>) => {
      if (isLeaving.current) return
      const next = new URLSearchParams(latest.current)
      const put = (name: string, value: string) => (value === '' ? next.delete(name) : next.set(name, value))
      if (changes.place !== undefined) put('m', changes.place ? writePlace(changes.place) : '')
      if (changes.hidden !== undefined) put('hide', changes.hidden.join(','))
      if (changes.selection !== undefined) put('s', changes.selection ? writeSelection(changes.selection) : '')
      if (changes.filter !== undefined) put('f', changes.filter)
      if (changes.showsList !== undefined) put('list', changes.showsList ? 'on' : '')
      latest.current = next
      written.current.push(next.toString())
      setParams(next, { replace: true, preventScrollReset: true })
    },
    [setParams]
  )
  return { address, change }
}

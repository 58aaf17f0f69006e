import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type MapAddress, readMapAddress, writePlace, writeSelection } from './map-address.ts'

/** The state of the map, kept in the URL. A change replaces the entry of the history: a map moves all the time. */
export function useMapAddress() {
  const [params, setParams] = useSearchParams()
  const address = useMemo(() => readMapAddress(params), [params])
  const change = useCallback(
    (changes: Partial<MapAddress>) =>
      setParams(
        before => {
          const put = (name: string, value: string) => (value === '' ? before.delete(name) : before.set(name, value))
          if (changes.place !== undefined) put('m', changes.place ? writePlace(changes.place) : '')
          if (changes.hidden !== undefined) put('hide', changes.hidden.join(','))
          if (changes.selection !== undefined) put('s', changes.selection ? writeSelection(changes.selection) : '')
          if (changes.filter !== undefined) put('f', changes.filter)
          if (changes.showsList !== undefined) put('list', changes.showsList ? 'on' : '')
          return before
        },
        { replace: true, preventScrollReset: true }
      ),
    [setParams]
  )
  return { address, change }
}

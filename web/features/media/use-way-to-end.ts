import { useCallback, useEffect, useRef, useState } from 'react'

export interface WayToEnd {
  going: boolean
  start: () => void
  stop: () => void
}

interface Pages {
  fetchNextPage: (options: { cancelRefetch: false }) => Promise<{ hasNextPage: boolean; isFetchNextPageError: boolean }>
}

/**
 * Loads the rest of a list. Pages are loaded one after another until all are loaded, one fails, or the person stops
 * loading. A change to `list` (another search or order) also stops the loading.
 */
export function useWayToEnd({ fetchNextPage }: Pages, list: unknown): WayToEnd {
  const [going, setGoing] = useState(false)
  const walk = useRef<{ stopped: boolean } | null>(null)

  const stop = useCallback(() => {
    if (walk.current) walk.current.stopped = true
    walk.current = null
    setGoing(false)
  }, [])

  const start = useCallback(async () => {
    if (walk.current) return
    const own = { stopped: false }
    walk.current = own
    setGoing(true)
    while (!own.stopped) {
      const { hasNextPage, isFetchNextPageError } = await fetchNextPage({ cancelRefetch: false })
      if (!own.stopped && (!hasNextPage || isFetchNextPageError)) stop()
    }
  }, [fetchNextPage, stop])

  useEffect(() => stop, [stop, list])
  return { going, start, stop }
}

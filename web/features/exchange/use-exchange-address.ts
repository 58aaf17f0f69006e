import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

const views = ['import', 'export', 'navigation'] as const
export type ExchangeView = (typeof views)[number]

/** Keeps the open tab, import and track in the URL. */
export function useExchangeAddress() {
  const [params, setParams] = useSearchParams()
  const importId = params.get('import')
  const trackId = params.get('track')
  const view: ExchangeView = views.find(one => one === params.get('view')) ?? 'import'
  const go = useCallback(
    (to: { view: ExchangeView; importId?: string | null; trackId?: string | null }) => {
      const next = new URLSearchParams()
      if (to.view !== 'import') next.set('view', to.view)
      if (to.importId) next.set('import', to.importId)
      if (to.trackId) next.set('track', to.trackId)
      setParams(next, { preventScrollReset: true })
    },
    [setParams]
  )
  return { view, importId, trackId, go }
}

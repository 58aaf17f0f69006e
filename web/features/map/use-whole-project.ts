import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { Chart } from './chart/chart.ts'
import type { ChartPlace } from './chart/views.ts'
import type { MapAddress } from './map-address.ts'
import { placeAfterResize } from './place-after-resize.ts'
import { type Whole, wholeIn, wholeProject } from './whole-project.ts'

interface WholeProject {
  chart: Chart | null
  whole: Whole
  /** Whether the places are loaded. */
  isRead: boolean
  address: MapAddress
  change: (changes: Partial<MapAddress>) => void
}

/**
 * Shows all places of the project on request and when the projection changes. If the URL has no view, all places are also shown at first. After
 * the chart has changed size, at least one of the visible places stays in view.
 */
export function useWholeProject({ chart, whole, isRead, address, change }: WholeProject) {
  /** True once the chart shows the view in the URL, or all places if there is none. Later movements are written to the URL. */
  const [isFitted, setFitted] = useState(false)
  const { place } = address
  // uses the projection of the chart, because the one in the URL may be one render behind
  const showWhole = useCallback(
    () => chart?.go(wholeProject(whole, chart.size(), isFitted ? chart.place() : place), { animate: true }),
    [chart, whole, isFitted, place]
  )

  function show(opened: Chart, next: ChartPlace) {
    opened.go(next, { animate: false })
    change({ place: next })
  }
  const fit = useEffectEvent((opened: Chart) => {
    setFitted(true)
    if (!place) show(opened, wholeProject(whole, opened.size(), null))
  })
  useEffect(() => {
    if (chart && isRead) fit(chart)
  }, [chart, isRead])

  const resized = useEffectEvent((opened: Chart, before: readonly [number, number]) => {
    if (!isFitted) return
    const now = opened.place()
    const next = placeAfterResize(now, whole, before, opened.size())
    if (next !== now) opened.go(next, { animate: false })
  })
  useEffect(() => chart?.followSize(before => resized(chart, before)), [chart])

  return {
    isFitted,
    showWhole,
    project(projection: ChartPlace['projection']) {
      if (chart) show(chart, wholeIn(projection, whole, chart.size()))
    }
  }
}

import { useMemo } from 'react'
import { areasIn } from '../../../../shared/filters.ts'
import type { Chart } from '../chart/chart.ts'
import { readFilter, withArea } from '../range-filter.ts'
import type { MapChange } from '../use-map-address.ts'
import { DrawnAreas } from './drawn-areas.tsx'
import { LassoPanel } from './lasso-panel.tsx'

interface LassoProps {
  projectId: string
  chart: Chart
  filter: string
  isOpen: boolean
  change: (change: MapChange) => void
  onClose: () => void
}

/** Lasso, and the drawn areas of the filter. */
export function Lasso({ projectId, chart, filter, isOpen, change, onClose }: LassoProps) {
  const areaIds = useMemo(() => areasIn(readFilter(filter)), [filter])
  function drawn(id: string) {
    onClose()
    change(now => ({ filter: withArea(now.filter, id) }))
  }
  return (
    <>
      {isOpen && <LassoPanel projectId={projectId} chart={chart} onDrawn={drawn} onClose={onClose} />}
      {areaIds.length > 0 && <DrawnAreas projectId={projectId} chart={chart} areaIds={areaIds} />}
    </>
  )
}

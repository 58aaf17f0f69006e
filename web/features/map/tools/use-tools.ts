import { useMemo, useState } from 'react'
import { useShortcuts } from '../../../ui/shortcuts.ts'
import type { Chart } from '../chart/chart.ts'
import { mapShortcuts } from '../map-shortcuts.ts'
import type { MapChange } from '../use-map-address.ts'
import type { DrawTask } from './draw-task.ts'
import { useDrawing } from './use-drawing.ts'

interface ToolsOptions {
  chart: Chart | null
  mayEdit: boolean
  change: (change: MapChange) => void
  showWhole: () => void
  refreshSites: () => Promise<unknown>
}

/** Manages the tools on the chart and the keyboard shortcuts of the map. Only one tool can be open at a time. */
export function useTools({ chart, mayEdit, change, showWhole, refreshSites }: ToolsOptions) {
  const [isMeasuring, setMeasuring] = useState(false)
  const drawing = useDrawing(refreshSites)
  const { task, start } = drawing
  const hasTool = isMeasuring || task !== null
  const { measure, draw } = useMemo(
    () => ({
      measure() {
        start(null)
        setMeasuring(before => !before)
      },
      draw(next: DrawTask) {
        setMeasuring(false)
        start(next)
      }
    }),
    [start]
  )
  useShortcuts(
    useMemo(() => {
      const drawNew = mayEdit ? (kind: DrawTask['kind']) => draw({ kind, site: null }) : undefined
      return mapShortcuts({ chart, change, showWhole, measure, hasTool, draw: drawNew })
    }, [chart, change, showWhole, measure, hasTool, draw, mayEdit])
  )
  return { isMeasuring, hasTool, drawing, measure, draw, stopMeasuring: () => setMeasuring(false) }
}

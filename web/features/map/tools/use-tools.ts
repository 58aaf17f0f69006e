import { useMemo, useState } from 'react'
import type { Site } from '../../../../shared/contracts/sites.ts'
import { useCommands } from '../../../ui/command.ts'
import type { Chart } from '../chart/chart.ts'
import { type MapActions, mapCommands } from '../map-commands.ts'
import { texts } from '../texts.ts'
import type { MapChange } from '../use-map-address.ts'
import { type DrawTask, drawKindOf } from './draw-task.ts'
import { type SiteEdits, useDrawing } from './use-drawing.ts'

interface ToolsOptions {
  chart: Chart | null
  /** Edits to the sites; null for people who may not edit. */
  siteEdits: SiteEdits | null
  hasSelection: boolean
  change: (change: MapChange) => void
  showWhole: () => void
}

/** Manages the tools on the chart and the commands of the map. Only one tool can be open at a time. */
export function useTools({ chart, siteEdits, hasSelection, change, showWhole }: ToolsOptions) {
  const mayEdit = siteEdits !== null
  const [isMeasuring, setMeasuring] = useState(false)
  const [isLassoing, setLassoing] = useState(false)
  const drawing = useDrawing(siteEdits)
  const { task, start } = drawing
  const hasTool = isMeasuring || isLassoing || task !== null
  const { measure, lasso, draw } = useMemo(
    () => ({
      measure() {
        start(null)
        setLassoing(false)
        setMeasuring(before => !before)
      },
      lasso() {
        start(null)
        setMeasuring(false)
        setLassoing(before => !before)
      },
      draw(next: DrawTask) {
        setMeasuring(false)
        setLassoing(false)
        start(next)
      }
    }),
    [start]
  )
  const actions: MapActions = {
    zoom: by => chart?.zoomBy(by),
    showWhole,
    toggleLayer: layer =>
      change(({ hidden }) => ({ hidden: hidden.includes(layer) ? hidden.filter(one => one !== layer) : [...hidden, layer] })),
    pick: () => change({ selection: chart?.pickCentre() ?? null }),
    measure,
    lasso,
    draw: kind => draw({ kind, site: null }),
    undo: () => void siteEdits?.undo(),
    redo: () => void siteEdits?.redo(),
    list: () => change(({ showsList }) => ({ showsList: !showsList })),
    close: () => change({ selection: null })
  }
  useCommands(texts.title, mapCommands, actions, { mayEdit, hasSelection: hasSelection && !hasTool })
  return {
    isMeasuring,
    isLassoing,
    hasTool,
    drawing,
    actions,
    /** Starts drawing a place for a site; undefined for people who may not edit. */
    place: mayEdit ? (site: Site) => draw({ kind: drawKindOf(site), site }) : undefined,
    stopMeasuring: () => setMeasuring(false),
    stopLasso: () => setLassoing(false)
  }
}

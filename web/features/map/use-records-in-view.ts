import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { MapMarks } from '../../../shared/contracts/map.ts'
import type { OutlineLabel } from '../../../shared/contracts/taxonomy.ts'
import { lookOfLabel } from '../../annotation/label-look.ts'
import type { ChartRecords } from './chart/chart-records.ts'
import type { ChartFrame } from './chart/pixels.ts'
import { zoomOf } from './chart/views.ts'
import { type CountedKind, mapCells, mapHistograms, mapMarks } from './queries.ts'
import { cellResolution, viewBox } from './view-box.ts'

/** Maximum number of records that may be drawn one by one. */
const fewRecords = 3_000
/** Maximum average number of positions per hexagon at which records may be drawn one by one. The symbols then hardly overlap. */
const fewPositions = 1.5
/** Margin around the view, as a fraction of its size, in which records are loaded too. The margin avoids gaps after a short movement. */
const margin = 0.3

interface InView {
  projectId: string
  kind: CountedKind
  filter: string
  /** View of the chart at rest; null until the chart is open. */
  frame: ChartFrame | null
  isHidden: boolean
  labels: readonly OutlineLabel[] | undefined
}

/** Loads the annotations or observations in view, and their figures, once the chart is at rest. */
export function useRecordsInView({ projectId, kind, filter, frame, isHidden, labels }: InView) {
  const isEnabled = frame !== null && !isHidden
  const zoom = frame ? zoomOf(frame.projection, frame.resolution) : 0
  const around = { projectId, kind, filter, box: frame ? viewBox(frame, margin) : '' }
  const cells = useQuery({
    ...mapCells(around, cellResolution(zoom)),
    enabled: isEnabled
  })
  const areFew = cells.data !== undefined && cells.data.inViewCount <= fewRecords
  const marks = useQuery({ ...mapMarks(around), enabled: isEnabled && areFew && !cells.isPlaceholderData })
  const figures = useQuery({ ...mapHistograms({ ...around, box: frame ? viewBox(frame, 0) : '' }), enabled: isEnabled })
  const drawn = useMemo(
    () => (areFew && marks.data && positionCount(marks.data) <= fewPositions * cells.data.counts.length ? marks.data : null),
    [areFew, marks.data, cells.data]
  )
  const records = useMemo<ChartRecords | null>(() => {
    if (isHidden || !cells.data) return null
    const labelOf = new Map(labels?.map(label => [label.id, label]))
    return { cells: cells.data, marks: drawn, labelColours: drawn?.labelIds.map(id => lookOfLabel(labelOf.get(id)).css) ?? [] }
  }, [isHidden, cells.data, drawn, labels])
  return { records, figures: isHidden ? undefined : figures.data, isLoading: isEnabled && (cells.isFetching || figures.isFetching) }
}

const positionCount = ({ longitudes, latitudes }: MapMarks) =>
  new Set(longitudes.map((longitude, index) => `${longitude} ${latitudes[index]}`)).size

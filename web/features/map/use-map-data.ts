import { useMemo } from 'react'
import type { MapHistograms, MapPoints } from '../../../shared/contracts/map.ts'
import type { TrackLines } from '../../../shared/contracts/navigation.ts'
import type { Sites } from '../../../shared/contracts/sites.ts'
import type { OutlineLabel } from '../../../shared/contracts/taxonomy.ts'
import { failureOf, type Loading } from '../../ui/loaded.tsx'
import { type ChartData, footprintsOf, placedSites } from './chart/chart-data.ts'
import type { ChartFrame } from './chart/pixels.ts'
import { type InView, inView } from './in-view.ts'
import type { MapAddress } from './map-address.ts'
import { texts } from './texts.ts'
import { useAnnotationsInView } from './use-annotations-in-view.ts'

/** Answers that the map waits for. */
export interface MapLoads {
  sites: Loading<Sites>
  points: Loading<MapPoints>
  tracks: Loading<TrackLines>
  /** Labels of the catalog; undefined until they are loaded. */
  labels: readonly OutlineLabel[] | undefined
}

interface MapView extends MapLoads {
  projectId: string
  address: MapAddress
  /** View at rest; null until the chart is open. */
  frame: ChartFrame | null
}

/** Data of the chart, its figures, and a sentence on the part in view. */
export function useMapData({ projectId, address, frame, sites, points, tracks, labels }: MapView) {
  const isHidden = address.hidden.includes('annotations')
  const { annotations, figures, isLoading } = useAnnotationsInView({ projectId, filter: address.filter, frame, isHidden, labels })
  const placed = useMemo(() => placedSites(sites.data?.sites ?? []), [sites.data])
  const footprints = useMemo(() => footprintsOf(sites.data?.sites ?? []), [sites.data])
  const lines = useMemo(
    () => tracks.data?.lines.map(({ trackId: id, parts }) => ({ id, lines: parts, isArea: false })) ?? [],
    [tracks.data]
  )
  const data = useMemo<ChartData>(
    () => ({ points: points.data ?? null, sites: placed, footprints, tracks: lines, annotations }),
    [points.data, placed, footprints, lines, annotations]
  )
  const shown: InView | null = useMemo(() => (frame ? inView(frame, data) : null), [frame, data])
  const isRead = sites.data !== undefined && points.data !== undefined && (tracks.data !== undefined || tracks.error !== null)
  return {
    data,
    shown,
    figures,
    isRead,
    state: stateWords(isRead, shown, figures),
    span: figures ? spanOf(figures) : null,
    isEmpty: isRead && placed.length + footprints.length + lines.length === 0 && points.data?.placedCount === 0,
    isLoading: isLoading || points.isFetching,
    failure: failureOf(sites) ?? failureOf(points) ?? failureOf(tracks)
  }
}

function stateWords(isRead: boolean, shown: InView | null, figures: MapHistograms | undefined): string {
  if (!isRead) return texts.loading
  return shown ? texts.inView(shown.sites.length, shown.imageCount, figures?.inViewCount) : ''
}

/** First and last day of the annotations in view; null when all are in one step. */
function spanOf({ date }: MapHistograms): readonly [string, string] | null {
  const [first, last] = [date[0]?.from, date.at(-1)?.to]
  return first !== undefined && last !== undefined && first.slice(0, 7) !== last.slice(0, 7) ? [first, last] : null
}

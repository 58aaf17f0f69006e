import { useMemo } from 'react'
import type { MapHistograms, MapPoints } from '../../../shared/contracts/map.ts'
import type { TrackLines } from '../../../shared/contracts/navigation.ts'
import type { Sites } from '../../../shared/contracts/sites.ts'
import type { OutlineLabel } from '../../../shared/contracts/taxonomy.ts'
import type { PlaceExtent } from '../../../shared/geometry/place-extent.ts'
import { failureOf, type Loading } from '../../ui/loaded.tsx'
import { type ChartData, footprintsOf, placedSites, unplacedSites } from './chart/chart-data.ts'
import type { ChartFrame } from './chart/pixels.ts'
import { type InView, inView } from './in-view.ts'
import type { MapAddress } from './map-address.ts'
import type { CountedKind } from './queries.ts'
import { texts } from './texts.ts'
import { useImageCount } from './use-image-count.ts'
import { useRecordsInView } from './use-records-in-view.ts'
import type { Whole } from './whole-project.ts'

/** Queries that the map waits for. */
export interface MapLoads {
  sites: Loading<Sites>
  points: Loading<MapPoints>
  tracks: Loading<TrackLines>
  /** Extent of the observations. */
  observed: Loading<PlaceExtent | null>
  /** Labels of the catalog; undefined until they are loaded. */
  labels: readonly OutlineLabel[] | undefined
}

interface MapView extends MapLoads {
  projectId: string
  address: MapAddress
  /** View of the chart at rest; null until the chart is open. */
  frame: ChartFrame | null
  /** Kind of record whose figures the person has chosen. */
  chosenKind: CountedKind | null
}

/** Assembles the data of the chart, its figures, and a sentence about what is in view. */
export function useMapData({ projectId, address, frame, chosenKind, sites, points, tracks, observed, labels }: MapView) {
  const { filter, hidden } = address
  const view = { projectId, filter, frame, labels }
  const annotations = useRecordsInView({ ...view, kind: 'annotation', isHidden: hidden.includes('annotations') })
  const observations = useRecordsInView({ ...view, kind: 'observation', isHidden: hidden.includes('observations') })
  const placed = useMemo(() => placedSites(sites.data?.sites ?? []), [sites.data])
  const unplaced = useMemo(() => unplacedSites(sites.data?.sites ?? []), [sites.data])
  const footprints = useMemo(() => footprintsOf(sites.data?.sites ?? []), [sites.data])
  const lines = useMemo(
    () => tracks.data?.lines.map(({ trackId: id, parts }) => ({ id, lines: parts, isArea: false })) ?? [],
    [tracks.data]
  )
  const data = useMemo<ChartData>(
    () => ({
      points: points.data ?? null,
      sites: placed,
      footprints,
      tracks: lines,
      annotations: annotations.records,
      observations: observations.records
    }),
    [points.data, placed, footprints, lines, annotations.records, observations.records]
  )
  const shown: InView | null = useMemo(() => (frame ? inView(frame, data) : null), [frame, data])
  const imageCount = useImageCount({ projectId, filter, frame, points: points.data, shown })
  const counted = countedKind(chosenKind, annotations.figures, observations.figures)
  const figures = counted === 'annotation' ? annotations.figures : observations.figures
  const hasSettled = ({ data: loaded, error }: Loading<unknown>) => loaded !== undefined || error !== null
  const isRead = sites.data !== undefined && points.data !== undefined && hasSettled(tracks) && hasSettled(observed)
  const whole = useMemo<Whole>(() => ({ data, observed: observed.data ?? null }), [data, observed.data])
  return {
    data,
    unplaced,
    whole,
    shown,
    figures,
    counted,
    countable: countableKinds(annotations.figures, observations.figures),
    isRead,
    state: stateWords(isRead, shown, imageCount, annotations.figures, observations.figures),
    span: figures ? spanOf(figures) : null,
    isEmpty:
      isRead &&
      placed.length + footprints.length + lines.length === 0 &&
      points.data?.placedCount === 0 &&
      !observations.figures?.placedCount &&
      !(address.showsList && unplaced.length > 0), // the list has the next step
    isLoading: annotations.isLoading || observations.isLoading || points.isFetching,
    failure: failureOf(sites) ?? failureOf(points) ?? failureOf(tracks)
  }
}

/** Returns the kinds with figures: annotations once they are loaded, and observations if any has a position. */
const countableKinds = (annotations?: MapHistograms, observations?: MapHistograms): CountedKind[] => [
  ...(annotations ? (['annotation'] as const) : []),
  ...(observations && observations.placedCount > 0 ? (['observation'] as const) : [])
]

/** Returns the kind whose figures are shown: the chosen one, or else the first with records. */
function countedKind(chosen: CountedKind | null, annotations?: MapHistograms, observations?: MapHistograms): CountedKind {
  const kinds = countableKinds(annotations, observations)
  if (chosen && kinds.includes(chosen)) return chosen
  return annotations?.placedCount === 0 && kinds.includes('observation') ? 'observation' : (kinds[0] ?? 'annotation')
}

function stateWords(
  isRead: boolean,
  shown: InView | null,
  imageCount: number | undefined,
  annotations?: MapHistograms,
  observations?: MapHistograms
): string {
  if (!isRead) return texts.loading
  return shown ? texts.inView(shown.sites.length, imageCount, annotations?.inViewCount, observations?.inViewCount) : ''
}

/** Returns the first and last day of the records in view. Null without dates, or when all are in the same month. */
function spanOf({ date }: MapHistograms): readonly [string, string] | null {
  const [first, last] = [date[0]?.from, date.at(-1)?.to]
  return first !== undefined && last !== undefined && first.slice(0, 7) !== last.slice(0, 7) ? [first, last] : null
}

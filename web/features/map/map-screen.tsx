import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { projectPath } from '../../../shared/addresses.ts'
import type { MapHistograms, MapPoints } from '../../../shared/contracts/map.ts'
import type { Sites } from '../../../shared/contracts/sites.ts'
import type { OutlineLabel } from '../../../shared/contracts/taxonomy.ts'
import { placeExtent } from '../../../shared/geometry/place-extent.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { failureOf, type Loading } from '../../ui/loaded.tsx'
import { PopoverButton } from '../../ui/popover.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import type { Chart } from './chart/chart.ts'
import { type ChartData, placedSites } from './chart/chart-data.ts'
import { type ChartPlace, isPolar, placeFor, polarEdge, proposedProjection, sideOf, wholeOf } from './chart/views.ts'
import { type InView, inView } from './in-view.ts'
import { LayerPanel } from './layer-panel.tsx'
import styles from './map.module.css'
import type { MapAddress } from './map-address.ts'
import { MapChart } from './map-chart.tsx'
import { MapHead } from './map-head.tsx'
import { mapShortcuts } from './map-shortcuts.ts'
import { MapTools } from './map-tools.tsx'
import { readFilter } from './range-filter.ts'
import { texts } from './texts.ts'
import { useAnnotationsInView } from './use-annotations-in-view.ts'
import { useWide } from './use-wide.ts'

const SelectionPanel = lazy(() => import('./selection-panel.tsx').then(module => ({ default: module.SelectionPanel })))
const ViewList = lazy(() => import('./view-list.tsx').then(module => ({ default: module.ViewList })))
const TimeBar = lazy(() => import('./time/time-bar.tsx').then(module => ({ default: module.TimeBar })))
const MeasurePanel = lazy(() => import('./measure/measure-panel.tsx').then(module => ({ default: module.MeasurePanel })))
const FiguresPanel = lazy(() => import('./figures-panel.tsx').then(module => ({ default: module.FiguresPanel })))
const MapFilter = lazy(() => import('./map-filter.tsx').then(module => ({ default: module.MapFilter })))

interface MapScreenProps {
  projectId: string
  address: MapAddress
  change: (changes: Partial<MapAddress>) => void
  sites: Loading<Sites>
  points: Loading<MapPoints>
  /** Labels of the catalog; undefined until they are loaded. */
  labels: readonly OutlineLabel[] | undefined
}

/** The chart with its panels. The base is shown at once, and places once they are loaded. */
// Long: one region, in the order of the page.
export function MapScreen({ projectId, address, change, sites, points, labels }: MapScreenProps) {
  const [chart, setChart] = useState<Chart | null>(null)
  const [rested, setRested] = useState<ChartPlace | null>(null)
  /** True once the chart shows the view of the address, or else all places. Later movements are written to the address. */
  const [isFitted, setFitted] = useState(false)
  const [isMeasuring, setMeasuring] = useState(false)
  const [measuredLine, setMeasuredLine] = useState<string | null>(null)
  const isWide = useWide()
  const placed = useMemo(() => placedSites(sites.data?.sites ?? []), [sites.data])
  const frame = useMemo(() => (rested && chart?.frame()) || null, [rested, chart])
  const isHidden = address.hidden.includes('annotations')
  const { annotations, figures, isLoading } = useAnnotationsInView({ projectId, filter: address.filter, frame, isHidden, labels })
  const span = figures && spanOf(figures)
  const data = useMemo<ChartData>(() => ({ points: points.data ?? null, sites: placed, annotations }), [points.data, placed, annotations])
  const whole = (size: [number, number]) => wholeProject(data, size, address.place)
  const isRead = sites.data !== undefined && points.data !== undefined
  const isEmpty = isRead && placed.length === 0 && points.data?.placedCount === 0
  const failure = failureOf(sites) ?? failureOf(points)
  const shown: InView | null = useMemo(() => (frame ? inView(frame, data) : null), [frame, data])

  const fit = useEffectEvent((opened: Chart) => {
    setFitted(true)
    if (address.place) return
    const place = whole(opened.size())
    opened.go(place, { animate: false })
    change({ place })
  })
  useEffect(() => {
    if (chart && isRead) fit(chart)
  }, [chart, isRead])

  useShortcuts(
    useMemo(
      () =>
        mapShortcuts({
          chart,
          address,
          change,
          measure: () => setMeasuring(before => !before),
          showWhole: () => chart?.go(wholeProject(data, chart.size(), address.place), { animate: true })
        }),
      [chart, address, change, data]
    )
  )

  function project(projection: ChartPlace['projection']) {
    if (!chart) return
    const near = positionsOf(data).filter(([, latitude]) => !isPolar(projection) || sideOf(projection) * latitude > polarEdge)
    const next = near.length > 0 ? placeFor(near, projection, chart.size()) : wholeOf(projection, chart.size())
    chart.go(next, { animate: false })
    change({ place: next })
  }

  const panel = (
    <LayerPanel
      hidden={address.hidden}
      siteCount={placed.length}
      points={points.data}
      cells={annotations?.cells ?? null}
      hasMarks={annotations?.marks != null}
      projection={rested?.projection ?? address.place?.projection ?? 'EPSG:3857'}
      onHidden={hidden => change({ hidden })}
      onProjection={project}
    >
      <Suspense fallback={null}>
        {figures && labels && (
          <FiguresPanel figures={figures} labels={labels} filter={address.filter} onFilter={filter => change({ filter })} />
        )}
      </Suspense>
    </LayerPanel>
  )

  return (
    <div className={styles.map}>
      <MapHead
        projectId={projectId}
        state={stateWords(isRead, shown, figures)}
        showsList={address.showsList}
        onList={showsList => change({ showsList })}
      >
        {labels && <MapFilter projectId={projectId} labels={labels} filter={address.filter} onFilter={filter => change({ filter })} />}
      </MapHead>
      {isWide && <div className={styles.side}>{panel}</div>}
      <div className={styles.stage}>
        <MapChart
          start={address.place ?? wholeOf('EPSG:3857', [window.innerWidth, window.innerHeight])}
          data={data}
          look={address}
          onOpen={setChart}
          onRest={place => {
            setRested(place)
            if (isFitted) change({ place })
          }}
          onPick={selection => change({ selection })}
        />
        {!isWide && (
          <div className={styles.floating}>
            <PopoverButton label={texts.layersTitle} trigger={texts.layersTitle} placement="bottom start">
              {panel}
            </PopoverButton>
          </div>
        )}
        <MapTools
          projectId={projectId}
          filter={address.filter}
          chart={chart}
          isMeasuring={isMeasuring}
          onMeasure={() => setMeasuring(!isMeasuring)}
          onWhole={() => chart?.go(whole(chart.size()), { animate: true })}
          lines={async () => {
            const { filterWords } = await import('./map-picture.ts')
            const words = filterWords(readFilter(address.filter), labels ?? [])
            return [stateWords(isRead, shown, figures), words, measuredLine].filter(line => line !== null)
          }}
        />
        <Suspense fallback={null}>
          {isMeasuring && chart && <MeasurePanel chart={chart} onFigure={setMeasuredLine} onClose={() => setMeasuring(false)} />}
        </Suspense>
        {rested && rested.zoom >= 9 && <p className={styles.coarse}>{texts.coarse}</p>}
        {failure && <Failed detail={failure.message} loads={[sites, points]} />}
        {isEmpty && !failure && <Nothing projectId={projectId} />}
      </div>
      <Suspense fallback={null}>
        {span && (
          <TimeBar span={span} filter={address.filter} isLoading={isLoading || points.isFetching} onFilter={filter => change({ filter })} />
        )}
        {address.selection && (
          <SelectionPanel
            projectId={projectId}
            selection={address.selection}
            sites={sites.data?.sites ?? []}
            filter={address.filter}
            labels={labels}
            onClose={() => change({ selection: null })}
          />
        )}
        {address.showsList && shown && (
          <ViewList
            projectId={projectId}
            sites={shown.sites}
            around={shown.around}
            filter={address.filter}
            onSelect={selection => change({ selection })}
          />
        )}
      </Suspense>
    </div>
  )
}

function Failed({ detail, loads }: { detail: string; loads: readonly Pick<Loading<unknown>, 'isFetching' | 'refetch'>[] }) {
  return (
    <div className={styles.overlay}>
      <ErrorPanel
        title={texts.failed}
        detail={detail}
        retrying={loads.some(({ isFetching }) => isFetching)}
        onRetry={() => {
          for (const load of loads) void load.refetch()
        }}
      />
    </div>
  )
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

type Position = readonly [longitude: number, latitude: number]

function positionsOf({ points, sites }: ChartData): Position[] {
  const ofPoints = points?.longitudes.map((units, index): Position => [units / 1e7, (points.latitudes[index] ?? 0) / 1e7]) ?? []
  const ofCells = points?.cells.map((cell): Position => [cell.decimalLongitude, cell.decimalLatitude]) ?? []
  return [...ofPoints, ...ofCells, ...sites.map(({ longitude, latitude }): Position => [longitude, latitude])]
}

/** View of all places of the project, in the open projection or else in the most suitable one. */
function wholeProject(data: ChartData, size: [number, number], open: ChartPlace | null): ChartPlace {
  const positions = positionsOf(data)
  const projection = open?.projection ?? proposedProjection(placeExtent(positions))
  return positions.length > 0 ? placeFor(positions, projection, size) : wholeOf(projection, size)
}

function Nothing({ projectId }: { projectId: string }) {
  const { empty } = texts
  return (
    <div className={styles.overlay}>
      <h2 className={styles.emptyTitle}>{empty.title}</h2>
      <p>{empty.about}</p>
      <div className={styles.emptyActions}>
        <LinkButton variant="primary" to={projectPath(projectId)}>
          {empty.images}
        </LinkButton>
        <LinkButton to={projectPath(projectId, 'annotate/sites')}>{empty.sites}</LinkButton>
        <LinkButton to={projectPath(projectId, 'annotate/exchange')}>{empty.track}</LinkButton>
      </div>
    </div>
  )
}

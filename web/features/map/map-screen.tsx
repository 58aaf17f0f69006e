import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { projectPath } from '../../../shared/addresses.ts'
import type { Site } from '../../../shared/contracts/sites.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { Loading } from '../../ui/loaded.tsx'
import { PopoverButton } from '../../ui/popover.tsx'
import { whenIdle } from '../../ui/when-idle.ts'
import type { Chart } from './chart/chart.ts'
import type { ChartFrame } from './chart/pixels.ts'
import { type ChartPlace, wholeOf } from './chart/views.ts'
import { LayerPanel } from './layer-panel.tsx'
import styles from './map.module.css'
import type { MapAddress } from './map-address.ts'
import { MapChart } from './map-chart.tsx'
import { MapHead } from './map-head.tsx'
import { MapTools } from './map-tools.tsx'
import type { CountedKind } from './queries.ts'
import { readFilter } from './range-filter.ts'
import { useSourceLayers } from './source-layers/use-source-layers.ts'
import { texts } from './texts.ts'
import type { SiteForm } from './tools/drawing.tsx'
import type { SiteEdits } from './tools/use-drawing.ts'
import { useTools } from './tools/use-tools.ts'
import type { MapChange } from './use-map-address.ts'
import { type MapLoads, useMapData } from './use-map-data.ts'
import { useWholeProject } from './use-whole-project.ts'
import { useWide } from './use-wide.ts'
import { viewBox } from './view-box.ts'

const selectionPanel = () => import('./selection-panel.tsx')
const SelectionPanel = lazyPart(() => selectionPanel().then(module => ({ default: module.SelectionPanel })))
const ViewList = lazy(() => import('./view-list.tsx').then(module => ({ default: module.ViewList })))
const TimeBar = lazyPart(() => import('./time/time-bar.tsx').then(module => ({ default: module.TimeBar })))
const MeasurePanel = lazy(() => import('./tools/measure-panel.tsx').then(module => ({ default: module.MeasurePanel })))
const Lasso = lazyPart(() => import('./tools/lasso.tsx').then(module => ({ default: module.Lasso })))
const Drawing = lazyPart(() => import('./tools/drawing.tsx').then(module => ({ default: module.Drawing })))
const FiguresPanel = lazy(() => import('./figures-panel.tsx').then(module => ({ default: module.FiguresPanel })))
const LayerRows = lazyPart(() => import('./source-layers/layer-rows.tsx').then(module => ({ default: module.LayerRows })))
const DrawnLayers = lazyPart(() => import('./source-layers/drawn-layers.tsx').then(module => ({ default: module.DrawnLayers })))
const MapFilter = lazyPart(() => import('./map-filter.tsx').then(module => ({ default: module.MapFilter })))

interface MapScreenProps extends MapLoads {
  projectId: string
  /** Edits to the sites; null for people who may not edit. */
  siteEdits: SiteEdits | null
  siteForm: SiteForm
  /** Renders the dialog that deletes a site, which belongs to another feature. */
  siteRemoval: (site: Site, onClose: () => void) => ReactNode
  /** Whether an edit to a site has not reached the server yet. */
  isUnsent: (site: Site) => boolean
  /** Notice in the header about edits that could not be saved. */
  notice: ReactNode
  address: MapAddress
  change: (change: MapChange) => void
}

/** Map screen: the chart with its panels. Sea and land appear immediately, and places once they are loaded. */
// Long: one region, in page order.
export function MapScreen({ projectId, siteEdits, siteForm, siteRemoval, isUnsent, notice, address, change, ...loads }: MapScreenProps) {
  const mayEdit = siteEdits !== null
  const { sites, points, tracks, labels } = loads
  const [chart, setChart] = useState<Chart | null>(null)
  const [rested, setRested] = useState<ChartPlace | null>(null)
  const [chosenKind, setChosenKind] = useState<CountedKind | null>(null)
  const [measuredLine, setMeasuredLine] = useState<string | null>(null)
  const [removing, setRemoving] = useState<Site | null>(null)
  const isWide = useWide()
  usePreparedPanel()
  const frame = useMemo(() => (rested && chart?.frame()) || null, [rested, chart])
  const { data, unplaced, whole, state, shown, figures, counted, countable, span, isRead, isEmpty, isLoading, failure } = useMapData({
    projectId,
    address,
    frame,
    chosenKind,
    ...loads
  })
  const { isFitted, showWhole, project } = useWholeProject({ chart, whole, isRead, address, change })
  const { isMeasuring, isLassoing, hasTool, drawing, actions, place, stopMeasuring, stopLasso } = useTools({
    chart,
    siteEdits,
    hasSelection: address.selection !== null,
    change,
    showWhole
  })

  const projection = rested?.projection ?? address.place?.projection ?? 'EPSG:3857'
  const sources = useSourceLayers({ address, projection, change })

  const panel = (
    <LayerPanel
      hidden={address.hidden}
      siteCount={data.sites.length}
      unplacedCount={unplaced.length}
      points={points.data}
      tracks={tracks.data}
      cells={data.annotations?.cells ?? null}
      observations={data.observations?.cells ?? null}
      hasMarks={data.annotations?.marks != null}
      sourceRows={<SourceRows sources={sources} frame={frame} />}
      projection={projection}
      onHidden={hidden => change({ hidden })}
      onProjection={project}
    >
      <Suspense fallback={null}>
        {figures && labels && (
          <FiguresPanel
            projectId={projectId}
            kind={counted}
            kinds={countable}
            onKind={setChosenKind}
            figures={figures}
            labels={labels}
            filter={address.filter}
            onFilter={filter => change({ filter })}
          />
        )}
      </Suspense>
    </LayerPanel>
  )

  return (
    <div className={styles.map}>
      <MapHead projectId={projectId} state={state} showsList={address.showsList} onList={showsList => change({ showsList })}>
        {labels && <MapFilter projectId={projectId} labels={labels} filter={address.filter} onFilter={filter => change({ filter })} />}
        {notice}
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
          mayEdit={mayEdit}
          isMeasuring={isMeasuring}
          isLassoing={isLassoing}
          actions={actions}
          lines={async () => pictureLines([state, await wordsOf(address.filter, labels), measuredLine, ...sources.attributions])}
        />
        <Suspense fallback={null}>
          {isMeasuring && chart && <MeasurePanel chart={chart} onFigure={setMeasuredLine} onClose={stopMeasuring} />}
          {chart && <Lasso {...{ projectId, chart, change }} filter={address.filter} isOpen={isLassoing} onClose={stopLasso} />}
          {chart && sources.on.length > 0 && <DrawnLayers {...sources} chart={chart} />}
          {chart && <Drawing chart={chart} drawing={drawing} siteForm={siteForm} />}
        </Suspense>
        {rested && rested.zoom >= 9 && <p className={styles.coarse}>{texts.coarse}</p>}
        {failure && <Failed detail={failure.message} loads={[sites, points, tracks]} />}
        {isEmpty && !failure && !drawing.task && <Nothing projectId={projectId} unplaced={place ? unplaced : []} change={change} />}
      </div>
      <Suspense fallback={null}>
        {span && (
          <TimeBar
            span={span}
            filter={address.filter}
            isLoading={isLoading}
            playsBySpace={!hasTool}
            onFilter={filter => change({ filter })}
          />
        )}
        {address.selection && (
          <SelectionPanel
            projectId={projectId}
            selection={address.selection}
            sites={sites.data?.sites ?? []}
            tracks={tracks.data?.lines ?? []}
            filter={address.filter}
            labels={labels}
            siteActions={place && { edit: drawing.edit, move: place, remove: setRemoving }}
            isUnsent={isUnsent}
            onClose={() => change({ selection: null })}
          />
        )}
        {mayEdit && removing && siteRemoval(removing, () => setRemoving(null))}
        {address.showsList && shown && (
          <ViewList
            projectId={projectId}
            sites={shown.sites}
            unplaced={unplaced}
            onPlace={place}
            around={shown.around}
            box={frame ? viewBox(frame, 0) : ''}
            filter={address.filter}
            onSelect={selection => change({ selection })}
          />
        )}
      </Suspense>
    </div>
  )
}

/** Loads the panel of the selection, so that a site can be moved without a network. */
function usePreparedPanel() {
  useEffect(
    () =>
      void whenIdle(2_000)
        .then(selectionPanel)
        .catch(() => {}),
    []
  )
}

const pictureLines = (lines: readonly (string | null)[]) => lines.filter(line => line !== null)

async function wordsOf(filter: string, labels: MapLoads['labels']): Promise<string | null> {
  const { filterWords } = await import('./map-picture.ts')
  return filterWords(readFilter(filter), labels ?? [])
}

function SourceRows({ sources, frame }: { sources: ReturnType<typeof useSourceLayers>; frame: ChartFrame | null }) {
  return (
    sources.layers.length > 0 && (
      <Suspense fallback={null}>
        <LayerRows {...sources} frame={frame} />
      </Suspense>
    )
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

interface NothingProps {
  projectId: string
  /** Sites that the person may place. */
  unplaced: readonly Site[]
  change: (change: MapChange) => void
}

function Nothing({ projectId, unplaced, change }: NothingProps) {
  const { empty } = texts
  return (
    <div className={styles.overlay}>
      <h2 className={styles.emptyTitle}>{empty.title}</h2>
      <p>
        {empty.about} {unplaced.length > 0 && empty.unplaced(unplaced.length)}
      </p>
      <div className={styles.emptyActions}>
        <LinkButton variant="primary" to={projectPath(projectId)}>
          {empty.images}
        </LinkButton>
        {unplaced.length > 0 ? (
          <Button onClick={() => change({ showsList: true })}>{empty.list}</Button>
        ) : (
          <LinkButton to={projectPath(projectId, 'annotate/sites')}>{empty.sites}</LinkButton>
        )}
        <LinkButton to={projectPath(projectId, 'annotate/exchange')}>{empty.track}</LinkButton>
      </div>
    </div>
  )
}

import type { ReactNode } from 'react'
import type { MapCells, MapPoints } from '../../../shared/contracts/map.ts'
import type { TrackLines } from '../../../shared/contracts/navigation.ts'
import { type MapProjection, mapProjections } from '../../../shared/geometry/map-projections.ts'
import { depthStops } from '../../charts/depth-scale.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Select } from '../../ui/select.tsx'
import { type ChartLayer, chartLayers } from './chart/layers.ts'
import styles from './map.module.css'
import { texts } from './texts.ts'

interface LayerPanelProps {
  hidden: readonly ChartLayer[]
  siteCount: number
  /** Number of sites without a position. */
  unplacedCount: number
  points: MapPoints | undefined
  tracks: TrackLines | undefined
  /** Counts of annotations by cell; null while their layer is hidden or loading. */
  cells: MapCells | null
  /** Counts of observations by cell; null while their layer is hidden or loading. */
  observations: MapCells | null
  /** Whether the annotations are drawn one by one. */
  hasMarks: boolean
  /** Rows of the layers from other servers. */
  sourceRows: ReactNode
  /** Panel of figures for the records in view. */
  children: ReactNode
  projection: MapProjection
  onHidden: (hidden: readonly ChartLayer[]) => void
  onProjection: (projection: MapProjection) => void
}

/** Panel for the layers, with their counts and legend, and for the projection. */
export function LayerPanel(props: LayerPanelProps) {
  const { hidden, siteCount, unplacedCount, points, tracks, cells, observations, hasMarks, sourceRows, children } = props
  const { projection, onHidden, onProjection } = props
  const counts: Partial<Record<ChartLayer, number | undefined>> = {
    sites: siteCount,
    images: points?.placedCount,
    tracks: tracks?.lines.length,
    ...(cells && { annotations: cells.placedCount }),
    ...(observations && { observations: observations.placedCount })
  }
  const toggle = (layer: ChartLayer) => onHidden(hidden.includes(layer) ? hidden.filter(one => one !== layer) : [...hidden, layer])
  const unplaced = points ? points.matchedCount - points.placedCount : 0
  return (
    <div className={styles.layers}>
      <fieldset>
        <legend className={styles.legendTitle}>{texts.layersTitle}</legend>
        {chartLayers.map(layer => (
          <div key={layer} className={styles.layer}>
            <Checkbox label={texts.layers[layer]} checked={!hidden.includes(layer)} onChange={() => toggle(layer)} />
            {layer in counts && <data className={styles.count}>{counts[layer] === undefined ? '…' : formatNumber(counts[layer], 0)}</data>}
          </div>
        ))}
      </fieldset>
      {sourceRows}
      {cells && cells.counts.length > 0 && !hasMarks && <CellLegend most={Math.max(...cells.counts)} />}
      {observations && observations.placedCount > 0 && <ObservationLegend />}
      {(cells ?? observations)?.isUpdating && <p className={styles.note}>{texts.updating}</p>}
      {children}
      {points?.depths.some(depth => depth !== null) && <DepthLegend hasOthers={points.depths.includes(null)} />}
      {points && points.cells.length > 0 && <p className={styles.note}>{texts.generalised}</p>}
      {tracks?.isWithheld && <p className={styles.note}>{texts.tracksWithheld}</p>}
      {points && points.pointCount > points.longitudes.length && (
        <p className={styles.note}>{texts.drawn(points.longitudes.length, points.pointCount)}</p>
      )}
      {unplacedCount > 0 && <p className={styles.note}>{texts.sitesWithoutPosition(unplacedCount)}</p>}
      {unplaced > 0 && <p className={styles.note}>{texts.noPosition(unplaced)}</p>}
      <Select
        label={texts.projection}
        value={projection}
        options={mapProjections.map(value => ({ value, label: texts.projections[value] }))}
        onChange={({ target }) => onProjection(mapProjections.find(code => code === target.value) ?? projection)}
      />
    </div>
  )
}

function CellLegend({ most }: { most: number }) {
  return (
    <div className={styles.legend}>
      <p className={styles.legendTitle}>{texts.perCell}</p>
      <div className={styles.counts} aria-hidden />
      <ul className={styles.rampStops}>
        <li>{formatNumber(1, 0)}</li>
        <li>{formatNumber(most, 0)}</li>
      </ul>
    </div>
  )
}

function ObservationLegend() {
  return (
    <ul className={styles.symbols}>
      <li>
        <span className={styles.diamond} aria-hidden /> {texts.observationLegend}
      </li>
      <li>
        <span className={styles.diamonds} aria-hidden /> {texts.observationsLegend}
      </li>
    </ul>
  )
}

/** Stops of the depth ramp that are labelled, in metres. More labels do not fit. */
const named = [0, 200, 1000, 4000, 11_000]

function DepthLegend({ hasOthers }: { hasOthers: boolean }) {
  return (
    <div className={styles.legend}>
      <p className={styles.legendTitle}>{texts.depth}</p>
      <div className={styles.ramp} aria-hidden />
      <ul className={styles.rampStops}>
        {depthStops(11_000).map(stop => (
          <li key={stop}>{named.includes(stop) ? formatNumber(stop, 0) : ''}</li>
        ))}
        <li>m</li>
      </ul>
      {hasOthers && (
        <p className={styles.otherDepth}>
          <span className={styles.dot} aria-hidden /> {texts.noDepth}
        </p>
      )}
    </div>
  )
}

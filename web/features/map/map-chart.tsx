import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type CommandState, runByKeys, useListedCommands } from '../../ui/command.ts'
import { formatPosition, formatPositionMinutes } from '../../ui/format.ts'
import { type Chart, openChart } from './chart/chart.ts'
import type { ChartData } from './chart/chart-data.ts'
import { groundResolution } from './chart/ground-resolution.ts'
import { northAngle } from './chart/north.ts'
import { type ChartPlace, isPolar } from './chart/views.ts'
import styles from './map.module.css'
import type { MapAddress, MapSelection } from './map-address.ts'
import { chartCommands } from './map-commands.ts'
import { type ScaleBar, scaleBar } from './scale-bar.ts'
import { texts } from './texts.ts'

interface MapChartProps {
  start: ChartPlace
  data: ChartData
  look: Pick<MapAddress, 'hidden' | 'selection'>
  onRest: (place: ChartPlace) => void
  onPick: (selection: MapSelection | null) => void
  onOpen: (chart: Chart | null) => void
}

/** The commands of the chart depend on no state. */
const anyState: CommandState = { mayEdit: false, hasSelection: false }

/** Chart with a scale bar and the position under the pointer. */
// Long: the effects that control the chart share its state.
export function MapChart({ start, data, look: { hidden, selection }, onRest, onPick, onOpen }: MapChartProps) {
  const host = useRef<HTMLDivElement>(null)
  const pointer = useRef<HTMLOutputElement>(null)
  const [chart, setChart] = useState<Chart | null>(null)
  const [scale, setScale] = useState<{ bar: ScaleBar; latitude: string | null } | null>(null)
  const [north, setNorth] = useState<number | null>(0)

  const rest = useEffectEvent((place: ChartPlace, opened: Chart) => {
    const frame = opened.frame()
    const bar = frame && scaleBar(groundResolution(frame), Math.min(150, frame.size[0] / 4))
    const isTrueHere = !isPolar(place.projection) && place.zoom < 9
    const latitude = isTrueHere ? (formatPosition(place.latitude, 0, 0).split(',')[0] ?? '') : null
    setNorth(frame && northAngle(frame))
    setScale(bar ? { bar, latitude } : null)
    onRest(place)
  })
  const picked = useEffectEvent((selection: MapSelection | null) => onPick(selection))
  const opened = useEffectEvent((chart: Chart | null) => onOpen(chart))
  const startNow = useEffectEvent(() => start)

  useEffect(() => {
    if (!host.current) return
    const made: Chart = openChart(host.current, startNow(), {
      onRest: place => rest(place, made),
      onPick: selection => picked(selection),
      onPointer: position => {
        if (!pointer.current) return
        pointer.current.textContent = position ? formatPositionMinutes(position.latitude, position.longitude) : ''
      }
    })
    setChart(made)
    opened(made)
    return () => {
      opened(null)
      made.close()
    }
  }, [])

  useEffect(() => chart?.setData(data), [chart, data])
  useEffect(
    () =>
      chart?.setLook({
        hidden,
        selectedSite: selection?.kind === 'site' ? selection.siteId : null,
        selectedTrack: selection?.kind === 'track' ? selection.trackId : null,
        selectedPlace: selection?.kind === 'place' ? selection : null
      }),
    [chart, hidden, selection]
  )

  useListedCommands(texts.title, chartCommands, anyState)
  function keyDown(event: KeyboardEvent) {
    const move = (right: number, down: number) => chart?.panBy(right, down)
    if (runByKeys(event, chartCommands, { move }, anyState)) event.preventDefault()
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys move the chart */}
      <div ref={host} className={styles.chart} role="application" aria-label={texts.chart} tabIndex={0} onKeyDown={keyDown}>
        <span className={styles.crossHair} aria-hidden />
      </div>
      {scale && (
        <div className={styles.scale} aria-hidden>
          <span className={styles.scaleBar} style={{ width: `${scale.bar.pixels}px` }} />
          <span>
            {scale.bar.words} · {scale.bar.nauticalWords} {scale.latitude && texts.scale(scale.latitude)}
          </span>
        </div>
      )}
      {north !== null && (
        <svg className={styles.north} viewBox="-12 -16 24 32" role="img" aria-label={texts.north(north)}>
          <g transform={`rotate(${north})`}>
            <path d="M0-13 5 5 0 2-5 5Z" />
            <text y="14" textAnchor="middle" transform={`rotate(${-north} 0 10)`}>
              N
            </text>
          </g>
        </svg>
      )}
      <output ref={pointer} className={styles.pointer} aria-hidden />
    </>
  )
}

import DoubleClickZoom from 'ol/interaction/DoubleClickZoom.js'
import { defaults } from 'ol/interaction/defaults.js'
import Layer from 'ol/layer/Layer.js'
import OpenLayersMap, { type FrameState } from 'ol/Map.js'
import type { ObjectEvent } from 'ol/Object.js'
import View from 'ol/View.js'
import { projected, unprojected, wrappedLongitude } from '../../../../shared/geometry/map-projections.ts'
import { type CoastLevels, coastLevels } from '../coast/coast-levels.ts'
import type { MapSelection } from '../map-address.ts'
import type { MeasuredLine } from '../tools/measured.ts'
import { annotationLayer } from './annotation-layer.ts'
import { baseLayer } from './base-layer.ts'
import { type ChartData, projectedPoints } from './chart-data.ts'
import { type LineLook, paintLines } from './chart-lines.ts'
import { type ChartColours, followTheme, readColours } from './colours.ts'
import { paintBorder, paintGraticule } from './graticule-painter.ts'
import type { ChartLayer } from './layers.ts'
import { paintMeasured } from './measure-painter.ts'
import { observationLayer } from './observation-layer.ts'
import { pick } from './picking.ts'
import { type ChartFrame, fromPixel } from './pixels.ts'
import { type DrawnPoints, depthBin, paintCells, paintPoints, paintSelected, paintSites } from './place-painter.ts'
import { traceDrags } from './tracing.ts'
import { type ChartPlace, isPolar, maxZoom, minZoom, polarRadius, registerProjections, resolutionOf, worldTop, zoomOf } from './views.ts'

export interface ChartLook {
  hidden: readonly ChartLayer[]
  /** Id of a site. */
  selectedSite: string | null
  /** Id of a track. */
  selectedTrack: string | null
  /** Selected place, in degrees and metres. */
  selectedPlace: { longitude: number; latitude: number; radiusInMeters: number } | null
}

/** Tiles drawn above the sea and land, but below everything else. `moves` is true while the chart is in motion. */
export interface ChartTiles {
  paint: (context: CanvasRenderingContext2D, frame: ChartFrame, colours: ChartColours, moves: boolean) => void
}

interface Position {
  longitude: number
  latitude: number
}

interface ChartEvents {
  /** Called when the chart comes to rest. */
  onRest: (place: ChartPlace) => void
  /** Called with the position of the pointer, or with null once it has left the chart. */
  onPointer: (position: Position | null) => void
  onPick: (picked: MapSelection | null) => void
}

registerProjections()

/** Opens the chart in its element. OpenLayers handles the view and gestures, and Isobath draws the layers. */
// Long: the whole life cycle of one chart.
export function openChart(host: HTMLElement, start: ChartPlace, events: ChartEvents) {
  const canvas = document.createElement('canvas')
  canvas.style.position = 'absolute'
  canvas.style.inset = '0'
  const context = canvas.getContext('2d', { alpha: false })
  const coast: CoastLevels = coastLevels(() => {
    base.forget()
    map.render()
  })
  const base = baseLayer(coast)
  let colours = readColours(host)
  let data: ChartData = { points: null, sites: [], footprints: [], tracks: [], annotations: null, observations: null }
  const annotations = annotationLayer(host)
  const observations = observationLayer()
  let look: ChartLook = { hidden: [], selectedSite: null, selectedTrack: null, selectedPlace: null }
  let drawn: DrawnPoints | null = null
  let tiles: ChartTiles | null = null
  let measured: MeasuredLine | null = null
  /** Receives clicks instead of the selection while a tool is open; null otherwise. */
  let pointing: ((position: Position) => void) | null = null
  /** Outlines of the areas of the filter. */
  let outlines: readonly MeasuredLine[] = []
  let frame: ChartFrame | null = null
  let projection = start.projection

  const map = mapIn(host, start, state => paint(state))

  function paint(state: FrameState): HTMLElement {
    frame = frameOf(state, projection)
    const ratio = state.pixelRatio
    resize(canvas, frame)
    if (!context) return canvas
    const moves = state.viewHints.some(hint => hint > 0)
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    base.draw(context, frame, colours, moves)
    tiles?.paint(context, frame, colours, moves)
    const shows = (layer: ChartLayer) => !look.hidden.includes(layer)
    const graticule = shows('graticule') ? paintGraticule(context, frame, colours) : null
    paintTracksAndFootprints(context, frame, { data, look, colours })
    annotations.paintBelow(context, frame, shows('annotations') ? data.annotations : null, colours)
    if (data.points && shows('images')) {
      paintCells(context, frame, data.points.cells, colours)
      drawn ??= { coordinates: projectedPoints(data.points, projection), bins: Uint8Array.from(data.points.depths, depthBin) }
      paintPoints(context, frame, drawn, colours)
    }
    annotations.paintAbove(context, frame, colours)
    observations.paint(context, frame, shows('observations') ? data.observations : null, colours)
    if (shows('sites')) paintSites(context, frame, data.sites, { selected: look.selectedSite, colours, names: true })
    if (look.selectedPlace) paintSelected(context, frame, look.selectedPlace, colours)
    for (const line of [...outlines, tracing.line(), measured]) if (line) paintMeasured(context, frame, line, colours)
    if (graticule) paintBorder(context, frame, graticule, colours)
    if (!moves) host.dataset.rests = 'true'
    else delete host.dataset.rests
    return canvas
  }

  function placeNow(): ChartPlace {
    const view = map.getView()
    const [x = 0, y = 0] = view.getCenter() ?? []
    const [longitude, latitude] = unprojected(projection, x, y)
    return { longitude: wrappedLongitude(longitude), latitude, zoom: zoomOf(projection, view.getResolution() ?? 1), projection }
  }

  const pickAt = (pixel: readonly [number, number]) => frame && pick(frame, pixel, data, { hidden: look.hidden, annotations, observations })

  map.on('moveend', () => events.onRest(placeNow()))
  map.on('click', ({ pixel: [x = 0, y = 0] }) => {
    const position = pointing && frame && positionAt(frame, [x, y])
    if (!pointing) events.onPick(pickAt([x, y]))
    else if (position) pointing(position)
  })
  map.on('pointermove', ({ pixel, dragging }) => {
    if (!frame || dragging) return
    const at: [number, number] = [pixel[0] ?? 0, pixel[1] ?? 0]
    events.onPointer(positionAt(frame, at))
    host.style.cursor = pointing ? 'crosshair' : pickAt(at) ? 'pointer' : ''
  })
  const tracing = traceDrags(map, pixel => frame && positionAt(frame, pixel))
  const leave = () => events.onPointer(null)
  host.addEventListener('pointerleave', leave)
  const unfollow = followTheme(() => {
    colours = readColours(host)
    base.forget()
    map.render()
  })
  const idle = setTimeout(() => void coast.fetchLevel('50m'), 1500)

  return {
    setData(next: ChartData) {
      if (next.points !== data.points) drawn = null
      data = next
      map.render()
    },
    setLook(next: ChartLook) {
      look = next
      map.render()
    },
    /** Draws tiles. Another call is needed whenever the tiles change. Null removes them. */
    setTiles(next: ChartTiles | null) {
      tiles = next
      map.render()
    },
    /** Sends clicks to a tool. With null, clicks select items again. */
    setPointing(next: ((position: Position) => void) | null) {
      pointing = next
      setDoubleClickZoom(map, next === null)
    },
    /** Passes the line drawn by each drag to a tool. With null, a drag moves the chart again. */
    setTracing: tracing.set,
    /** Outlines the areas of the filter. */
    setOutlines(next: readonly MeasuredLine[]) {
      outlines = next
      map.render()
    },
    setMeasured(next: MeasuredLine | null) {
      measured = next
      map.render()
    },
    canvas,
    place: placeNow,
    size: (): [number, number] => [host.clientWidth, host.clientHeight],
    /** Reports each later change in size, with the previous size. @returns a function that stops the reports */
    followSize: (changed: (before: readonly [number, number]) => void) => followSize(map, changed),
    frame: () => frame,
    /** Returns the position under the crosshair at the centre. */
    centre: () => onEarth(placeNow()),
    /** Picks the item under the crosshair at the centre. */
    pickCentre: () => frame && pickAt([frame.size[0] / 2, frame.size[1] / 2]),
    go(place: ChartPlace, { animate }: { animate: boolean }) {
      if (place.projection !== projection) {
        projection = place.projection
        drawn = null
        base.forget()
        map.setView(viewFor(place))
        return
      }
      move(map.getView(), place, animate)
    },
    zoomBy: (levels: number) => zoom(map.getView(), levels),
    panBy: (x: number, y: number) => pan(map.getView(), x, y),
    close() {
      clearTimeout(idle)
      unfollow()
      host.removeEventListener('pointerleave', leave)
      tracing.close()
      map.setTarget(undefined)
      map.dispose()
    }
  }
}

export type Chart = ReturnType<typeof openChart>

const mapIn = (host: HTMLElement, start: ChartPlace, paint: (state: FrameState) => HTMLElement) =>
  new OpenLayersMap({
    target: host,
    controls: [],
    interactions: defaults({ altShiftDragRotate: false, pinchRotate: false, keyboard: false }),
    layers: [new Layer({ render: paint })],
    view: viewFor(start)
  })

function setDoubleClickZoom(map: OpenLayersMap, isOn: boolean): void {
  for (const interaction of map.getInteractions().getArray()) if (interaction instanceof DoubleClickZoom) interaction.setActive(isOn)
}

function followSize(map: OpenLayersMap, changed: (before: readonly [number, number]) => void): () => void {
  const listen = ({ oldValue: [width, height] = [0, 0] }: ObjectEvent) => changed([width, height])
  map.on('change:size', listen)
  return () => map.un('change:size', listen)
}

function positionAt(frame: ChartFrame, pixel: readonly [number, number]): Position | null {
  const [longitude, latitude] = unprojected(frame.projection, ...fromPixel(frame, ...pixel))
  return Math.abs(latitude) <= 90 ? { longitude: wrappedLongitude(longitude), latitude } : null
}

function zoom(view: View, levels: number): void {
  view.cancelAnimations()
  view.animate({ resolution: view.getConstrainedResolution((view.getResolution() ?? 1) / 2 ** levels) ?? 1, duration: 160 })
}

/** Moves a view by pixels. The position comes from the view, because the frame is not updated until the next paint. */
function pan(view: View, x: number, y: number): void {
  const [atX = 0, atY = 0] = view.getCenter() ?? []
  const resolution = view.getResolution() ?? 1
  view.setCenter([atX + x * resolution, atY - y * resolution])
}

const onEarth = ({ longitude, latitude }: ChartPlace): Position | null => (Math.abs(latitude) <= 90 ? { longitude, latitude } : null)

function frameOf({ size, viewState, pixelRatio }: FrameState, projection: ChartFrame['projection']): ChartFrame {
  const [width = 0, height = 0] = size
  const { center, resolution } = viewState
  return { projection, center: [center[0] ?? 0, center[1] ?? 0], resolution, size: [width, height], pixelRatio }
}

interface Drawn {
  data: ChartData
  look: ChartLook
  colours: ChartColours
}

function paintTracksAndFootprints(context: CanvasRenderingContext2D, frame: ChartFrame, { data, look, colours }: Drawn): void {
  const { hidden, selectedTrack, selectedSite } = look
  if (!hidden.includes('tracks')) paintLines(context, frame, data.tracks, ({ id }) => trackLook(id === selectedTrack, colours))
  if (!hidden.includes('sites')) paintLines(context, frame, data.footprints, ({ id }) => footprintLook(id === selectedSite, colours))
}

const trackLook = (isSelected: boolean, { of }: ChartColours): LineLook => ({
  strokes: [
    [isSelected ? 6 : 3.5, of.surface],
    [isSelected ? 3 : 1.25, isSelected ? of.primary : of.text]
  ],
  fill: of.text
})

const footprintLook = (isSelected: boolean, { of }: ChartColours): LineLook => ({
  strokes: [
    [isSelected ? 6 : 4, of.surface],
    [isSelected ? 3.5 : 2, of.primary]
  ],
  fill: of.primary
})

function resize(canvas: HTMLCanvasElement, { size: [width, height], pixelRatio }: ChartFrame): void {
  const [pixelWidth, pixelHeight] = [Math.round(width * pixelRatio), Math.round(height * pixelRatio)]
  if (canvas.width === pixelWidth && canvas.height === pixelHeight) return
  canvas.width = pixelWidth
  canvas.height = pixelHeight
  canvas.style.width = `${width}px`
  canvas.style.height = `${height}px`
}

/** Moves a view to a place in the same projection, without animation for people who prefer reduced motion. */
function move(view: View, { projection, longitude, latitude, zoom }: ChartPlace, animate: boolean): void {
  const center = projected(projection, longitude, latitude)
  const resolution = resolutionOf(projection, zoom)
  view.cancelAnimations()
  if (animate && !matchMedia('(prefers-reduced-motion: reduce)').matches) view.animate({ center, resolution, duration: 320 })
  else {
    view.setCenter(center)
    view.setResolution(resolution)
  }
}

function viewFor({ projection, longitude, latitude, zoom }: ChartPlace): View {
  const edge = isPolar(projection) ? polarRadius(projection) : worldTop(projection)
  const side = isPolar(projection) ? edge : Infinity
  return new View({
    projection,
    center: projected(projection, longitude, latitude),
    resolution: resolutionOf(projection, zoom),
    minResolution: resolutionOf(projection, maxZoom),
    maxResolution: resolutionOf(projection, minZoom(projection)),
    extent: [-side, -edge, side, edge],
    constrainOnlyCenter: true,
    multiWorld: true,
    enableRotation: false
  })
}

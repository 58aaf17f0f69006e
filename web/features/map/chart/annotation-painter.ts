import type { MapCells, MapMarks } from '../../../../shared/contracts/map.ts'
import { type MapProjection, mercatorLimit, projected } from '../../../../shared/geometry/map-projections.ts'
import type { ChartColours } from './colours.ts'
import { countWords } from './count-words.ts'
import { type ChartFrame, toPixel, worldShifts } from './pixels.ts'
import { write } from './place-painter.ts'
import { isPolar, polarEdge, sideOf } from './views.ts'

type Context = CanvasRenderingContext2D

/** Hexagon with its centre and corners in the units of a projection. */
interface DrawnCell {
  center: readonly [number, number]
  /** Corners in order. Null for a cell near a pole that the projection would tear apart. */
  corners: readonly (readonly [number, number])[] | null
  longitude: number
  latitude: number
  /** Radius of a circle that encloses the cell. */
  radiusInMeters: number
  count: number
  /** Count relative to the largest one, on a logarithmic scale from 0 to 1. */
  weight: number
}

const unitsPerDegree = 1e7
const cornerUnitsPerDegree = 1e5
/** Metres per degree of latitude, on a sphere. */
const metersPerDegree = 111_195
/** Largest distance of a corner from the centre, in degrees of longitude. A cell with a corner farther away counts as torn. */
const torn = 60

/** Projects cells. Layers cache the result until the data or the projection changes. */
export function drawnCells(cells: MapCells, projection: MapProjection): DrawnCell[] {
  const most = Math.log1p(Math.max(1, ...cells.counts))
  const drawn: DrawnCell[] = []
  let at = 0
  const place = (longitude: number, latitude: number) =>
    projected(projection, longitude, isPolar(projection) ? latitude : Math.max(-mercatorLimit, Math.min(mercatorLimit, latitude)))
  for (const [index, count] of cells.counts.entries()) {
    const [longitude, latitude] = [cells.longitudes[index]! / unitsPerDegree, cells.latitudes[index]! / unitsPerDegree]
    const offsets = Array.from({ length: cells.cornerCounts[index]! }, (_, corner) => [
      cells.corners[at + 2 * corner]! / cornerUnitsPerDegree,
      cells.corners[at + 2 * corner + 1]! / cornerUnitsPerDegree
    ])
    at += 2 * offsets.length
    if (isPolar(projection) && sideOf(projection) * latitude < polarEdge) continue
    const isTorn = !isPolar(projection) && offsets.some(([east = 0]) => Math.abs(east) > torn)
    const corners = isTorn ? null : offsets.map(([east = 0, north = 0]) => place(longitude + east, latitude + north))
    const narrow = Math.cos((latitude * Math.PI) / 180)
    const reach = Math.max(...offsets.map(([east = 0, north = 0]) => Math.hypot(east * narrow, north)))
    const radiusInMeters = Math.min(20_000_000, Math.ceil(reach * metersPerDegree))
    drawn.push({
      center: place(longitude, latitude),
      corners,
      longitude,
      latitude,
      radiusInMeters,
      count,
      weight: Math.log1p(count) / most
    })
  }
  return drawn
}

/** Paints counts of annotations as hexagons. Higher counts are more opaque. */
export function paintHexagons(context: Context, frame: ChartFrame, cells: readonly DrawnCell[], colours: ChartColours): void {
  for (const { pixels, weight } of visible(frame, cells)) {
    context.beginPath()
    for (const [index, [x, y]] of pixels.entries()) index === 0 ? context.moveTo(x, y) : context.lineTo(x, y)
    context.closePath()
    context.globalAlpha = 0.14 + 0.6 * weight
    context.fillStyle = colours.of.primary
    context.fill()
    context.globalAlpha = 0.7
    context.lineWidth = 1
    context.strokeStyle = colours.of.surface
    context.stroke()
    context.globalAlpha = 1
  }
}

/** Paints the counts of the hexagons where they fit. */
export function paintNumbers(context: Context, frame: ChartFrame, cells: readonly DrawnCell[], colours: ChartColours): void {
  const words = countWords(context, `600 11px ${colours.font}`)
  for (const { pixels, center, count } of visible(frame, cells)) {
    const xs = pixels.map(([x]) => x)
    const fitting = words(count, Math.max(...xs) - Math.min(...xs) - 10)
    if (fitting !== null) write(context, fitting, ...center, colours, 'center')
  }
}

/** Yields the visible cells with their corners in pixels, once for each repetition of the world. */
function* visible(frame: ChartFrame, cells: readonly DrawnCell[]) {
  for (const shift of worldShifts(frame))
    for (const cell of cells) {
      const center = toPixel(frame, cell.center[0] + shift, cell.center[1])
      const pixels = cell.corners?.map(([x, y]) => toPixel(frame, x + shift, y)) ?? square(center)
      const isSeen = pixels.some(([x, y]) => x > -40 && y > -40 && x < frame.size[0] + 40 && y < frame.size[1] + 40)
      if (isSeen || isInside(pixels, [frame.size[0] / 2, frame.size[1] / 2])) yield { ...cell, cell, center, pixels }
    }
}

const square = ([x, y]: readonly [number, number]): [number, number][] => [
  [x - 6, y - 6],
  [x + 6, y - 6],
  [x + 6, y + 6],
  [x - 6, y + 6]
]

/** Returns the hexagon under a pixel; null when there is none. */
export function cellUnder(frame: ChartFrame, at: readonly [number, number], cells: readonly DrawnCell[]): DrawnCell | null {
  for (const { pixels, cell } of visible(frame, cells)) if (isInside(pixels, at)) return cell
  return null
}

/** Returns whether a point lies inside a polygon, by the even-odd rule. */
function isInside(corners: readonly (readonly [number, number])[], [x, y]: readonly [number, number]): boolean {
  let inside = false
  for (const [index, [x1, y1]] of corners.entries()) {
    const [x2, y2] = corners.at(index - 1)!
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside
  }
  return inside
}

/** Annotations at one position, by label. */
export interface DrawnRing {
  at: readonly [number, number]
  longitude: number
  latitude: number
  count: number
  /** Labels with their counts, most frequent first. A label is its position in `labelIds`, from 1; 0 is for annotations without a label. */
  parts: readonly (readonly [label: number, count: number])[]
}

/** Groups annotations by position, because the annotations on an image share its position. */
export function drawnRings(marks: MapMarks, projection: MapProjection): DrawnRing[] {
  const places = new Map<string, Map<number, number>>()
  for (const [index, longitude] of marks.longitudes.entries()) {
    const key = `${longitude} ${marks.latitudes[index]}`
    const counts = places.get(key) ?? new Map<number, number>()
    places.set(key, counts)
    const label = marks.labels[index] ?? 0
    counts.set(label, (counts.get(label) ?? 0) + 1)
  }
  return Array.from(places, ([key, counts]) => {
    const [longitude = 0, latitude = 0] = key.split(' ').map(units => Number(units) / unitsPerDegree)
    const parts = [...counts].sort((one, other) => other[1] - one[1] || one[0] - other[0])
    const count = parts.reduce((sum, [, more]) => sum + more, 0)
    return { at: projected(projection, longitude, latitude), longitude, latitude, count, parts }
  })
}

/** Radius of a ring in pixels, which grows with its count. */
const ringRadius = (count: number) => Math.min(13, 6.5 + 1.6 * Math.log2(count))

/** Paints the annotations at a position as a ring with a segment for each label. */
export function paintRings(
  context: Context,
  frame: ChartFrame,
  rings: readonly DrawnRing[],
  { colours, colourOf }: { colours: ChartColours; colourOf: (label: number) => string }
): void {
  for (const { x, y, ring } of ringPixels(frame, rings)) {
    const radius = ringRadius(ring.count)
    let from = -Math.PI / 2
    for (const [width, isBorder] of [
      [5.6, true],
      [4, false]
    ] as const) {
      context.lineWidth = width
      if (isBorder) {
        context.beginPath()
        context.arc(x, y, radius, 0, 2 * Math.PI)
        context.strokeStyle = colours.of.text
        context.stroke()
        continue
      }
      for (const [label, count] of ring.parts) {
        const to = from + (2 * Math.PI * count) / ring.count
        context.beginPath()
        context.arc(x, y, radius, from, to)
        context.strokeStyle = colourOf(label)
        context.stroke()
        from = to
      }
    }
  }
}

/** Returns the ring at a pixel; null when there is none. */
export function ringAt(frame: ChartFrame, at: readonly [number, number], rings: readonly DrawnRing[]): DrawnRing | null {
  let best: { ring: DrawnRing; away: number } | null = null
  for (const { x, y, ring } of ringPixels(frame, rings)) {
    const away = Math.hypot(x - at[0], y - at[1])
    if (away <= ringRadius(ring.count) + 3 && (!best || away < best.away)) best = { ring, away }
  }
  return best?.ring ?? null
}

function* ringPixels(frame: ChartFrame, rings: readonly DrawnRing[]) {
  const { projection, size } = frame
  for (const shift of worldShifts(frame))
    for (const ring of rings) {
      if (isPolar(projection) && sideOf(projection) * ring.latitude < polarEdge) continue
      const [x, y] = toPixel(frame, ring.at[0] + shift, ring.at[1])
      if (x > -16 && y > -16 && x < size[0] + 16 && y < size[1] + 16) yield { ring, x, y }
    }
}
